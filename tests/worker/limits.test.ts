import { randomBytes, randomInt } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { add, finishedJars, remove, sampleSet } from "../support/carts.ts";
import { mailsTo, newMember, type NewMember } from "../support/new-member.ts";
import { placeOrder } from "../support/quiz-visits.ts";
import type { Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";
import { together } from "../support/together.ts";
import { registrationOf } from "../support/upstream-member.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await borrowShop();
});

const newEmail = () => `nobody-${randomInt(1e9)}@example.test`;
const forgot = (email: string, address?: string) =>
  newShopper(shop).send(
    "POST",
    "/auth/forgot-password",
    { email, language: "en" },
    address === undefined ? {} : { "CF-Connecting-IP": address },
  );
const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Twenty-eight of the thirty are used. Each more costs the upstream a slow password digest, so not all are asked for. */
const nearlySpent = (address: string) =>
  shop.db
    .prepare("INSERT INTO limits (key, count, last_at, window_ends_at) VALUES (?, 28, ?, ?)")
    .bind(`forgot-password:address:${address}`, Date.now(), Date.now() + 3_600_000)
    .run();

test("one address asks for thirty new passwords an hour and is then told how long to wait (R25)", async () => {
  const address = someAddress();
  await nearlySpent(address);
  const answers = await together(shop, 12, () => forgot(newEmail(), address));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(10);
  for (const { body, headers } of refused) {
    expect(body.code).toBe("too_many_requests");
    expect(body.detail.retry_after_seconds).toBeGreaterThan(3500);
    expect(headers.get("Retry-After")).toBe(String(body.detail.retry_after_seconds));
  }
  expect((await forgot(newEmail(), someAddress())).status).toBe(200);
});

test("a new hour begins when the old one is over", async () => {
  const address = someAddress();
  await nearlySpent(address);
  const statuses = [
    await forgot(newEmail(), address),
    await forgot(newEmail(), address),
    await forgot(newEmail(), address),
  ].map((answer) => answer.status);
  expect(statuses).toEqual([200, 200, 429]);
  const key = `forgot-password:address:${address}`;
  await shop.db.prepare("UPDATE limits SET window_ends_at = 1 WHERE key = ?").bind(key).run();
  expect((await forgot(newEmail(), address)).status).toBe(200);
  expect(await shop.db.prepare("SELECT count FROM limits WHERE key = ?").bind(key).first()).toEqual(
    { count: 1 },
  );
});

test("spelling an address differently does not make another client (R25)", async () => {
  await nearlySpent("2001:db8:5:0::/64");
  const spellings = [
    "2001:db8:5::1",
    "2001:0DB8:0005:0000:0000:0000:0000:0002",
    "2001:db8:5:0:ffff::3",
    "2001:DB8:5::0:4",
  ];
  const statuses = [];
  for (const spelling of spellings) statuses.push((await forgot(newEmail(), spelling)).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test("one mailbox gets a new password every twelve minutes, whoever asks and however it is spelled; all are told the same (R25, R26, R34, T11)", async () => {
  const noor = await newMember(shop);
  const before = (await mailsTo(shop, noor.email)).length;
  const [known, unknown] = await Promise.all(
    [noor.email, newEmail()].map((email) =>
      Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          forgot(index % 2 === 0 ? email : email.toUpperCase(), someAddress()),
        ),
      ),
    ),
  );
  for (const answers of [known, unknown])
    expect(answers?.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 12 }, () => [200, { message: "accepted" }]),
    );
  const mails = async () => (await mailsTo(shop, noor.email)).length - before;
  await expect.poll(mails).toBe(1);
  const later = "SET window_ends_at = window_ends_at - 720001 WHERE key LIKE";
  await shop.db.prepare(`UPDATE limits ${later} 'forgot-password:member:%'`).run();
  await shop.upstreamDb.prepare(`UPDATE limits ${later} 'reset-mail:%'`).run();
  await forgot(noor.email, someAddress());
  await expect.poll(mails).toBe(2);
});

test("a client that names itself in a forwarding header is still counted as who it is (R25)", async () => {
  const address = someAddress();
  await nearlySpent(address);
  const headers = () => ({
    "CF-Connecting-IP": address,
    "X-Forwarded-For": someAddress(),
    "X-Real-IP": someAddress(),
    "True-Client-IP": someAddress(),
  });
  const statuses = [];
  for (let index = 0; index < 3; index += 1) {
    statuses.push(
      (
        await newShopper(shop).send(
          "POST",
          "/auth/forgot-password",
          { email: newEmail(), language: "en" },
          headers(),
        )
      ).status,
    );
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test("thirty tries at paying an hour are enough for one member, and another pays on (R25)", async () => {
  const [mei, noor] = await Promise.all([newMember(shop), newMember(shop)]);
  const orders = await Promise.all(
    [mei, noor].map(async ({ shopper }) =>
      placeOrder(shopper, (await add(shopper, finishedJars())).body),
    ),
  );
  await shop.db
    .prepare("UPDATE limits SET count = 29 WHERE key LIKE 'payment-attempt:member:%'")
    .run();
  const pay = ({ shopper }: NewMember, order: string | undefined) =>
    shopper.send(
      "POST",
      `/orders/${order}/pay`,
      {},
      { "Idempotency-Key": randomBytes(12).toString("base64url") },
    );
  expect((await pay(mei, orders[0])).status).toBe(200);
  expect(await pay(mei, orders[0])).toMatchObject({
    status: 429,
    body: { code: "too_many_requests" },
  });
  expect((await pay(noor, orders[1])).status).toBe(200);
});

test("one order is tried ten times an hour besides its checkout, and the member's next order is not held up (R25)", async () => {
  const { shopper } = await newMember(shop);
  const orders = [];
  for (let count = 0; count < 2; count += 1) {
    const { body: cart } = await add(shopper, finishedJars());
    orders.push(await placeOrder(shopper, cart));
    await remove(shopper, cart.items[0].id);
  }
  const pay = (order: string | undefined) =>
    shopper.send(
      "POST",
      `/orders/${order}/pay`,
      {},
      { "Idempotency-Key": randomBytes(12).toString("base64url") },
    );
  const statuses = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await pay(orders[0])).status);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  expect((await pay(orders[1])).status).toBe(200);
});

test("one mailbox is registered ten times an hour, whatever tag, dots and address it comes with (R25, E6)", async () => {
  const name = `victim${randomInt(1e9)}`;
  const register = (email: string) =>
    newShopper(shop).send("POST", "/auth/register", registrationOf(email), {
      "CF-Connecting-IP": someAddress(),
    });
  const statuses = [];
  for (let count = 0; count < 11; count += 1)
    statuses.push(
      (await register(`${name.slice(0, 3)}.${name.slice(3)}+${count}@gmail.com`)).status,
    );
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
  expect(await register(`${name}@googlemail.com`)).toMatchObject({
    status: 429,
    body: { code: "too_many_requests" },
  });
  expect((await register(`${name}@example.test`)).status).toBe(201);
});

test.each([
  { limit: "register:all", path: "/auth/register", form: registrationOf, status: 201 },
  {
    limit: "forgot-password:all",
    path: "/auth/forgot-password",
    form: (email: string) => ({ email, language: "en" }),
    status: 200,
  },
])(
  "$limit: mails of one kind in all have a ceiling (R25)",
  async ({ limit, path, form, status }) => {
    const ask = () =>
      newShopper(shop).send("POST", path, form(newEmail()), { "CF-Connecting-IP": someAddress() });
    expect((await ask()).status).toBe(status);
    await shop.db
      .prepare("UPDATE limits SET count = 999 WHERE key = ?")
      .bind(`${limit}:everybody`)
      .run();
    expect((await ask()).status).toBe(status);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3000);
    await shop.db.prepare("DELETE FROM limits WHERE key = ?").bind(`${limit}:everybody`).run();
  },
);

test("three hundred new carts an hour are enough for one address, and a cart that is there goes on (R25)", async () => {
  const from = { "CF-Connecting-IP": someAddress() };
  const early = newShopper(shop);
  expect((await add(early, sampleSet(), from)).status).toBe(200);
  await shop.db
    .prepare("UPDATE limits SET count = 299 WHERE key = ?")
    .bind(`guest-cart:address:${from["CF-Connecting-IP"]}`)
    .run();
  expect((await add(newShopper(shop), sampleSet(), from)).status).toBe(200);
  expect(await add(newShopper(shop), sampleSet(), from)).toMatchObject({
    status: 429,
    body: { code: "too_many_requests" },
  });
  expect((await add(early, sampleSet(), from)).status).toBe(200);
});

test("three hundred wrong passwords an hour stop an address, and right ones cost nothing (R25)", async () => {
  const noor = await newMember(shop);
  const address = someAddress();
  const from = { "CF-Connecting-IP": address };
  const signIn = (username: string, password: string) =>
    newShopper(shop).form("/auth/login/password-verify", { username, password }, from);
  for (let index = 0; index < 3; index += 1)
    expect((await signIn(noor.email, noor.password)).status).toBe(200);
  expect(
    await shop.db
      .prepare("SELECT count FROM limits WHERE key = ?")
      .bind(`sign-in:address:${address}`)
      .first(),
  ).toEqual({
    count: 0,
  });
  await shop.db
    .prepare("UPDATE limits SET count = 298 WHERE key = ?")
    .bind(`sign-in:address:${address}`)
    .run();
  const answers = [];
  for (let index = 0; index < 4; index += 1)
    answers.push((await signIn(newEmail(), "wrong-password")).body.code);
  expect(answers).toEqual([
    "wrong_credentials",
    "wrong_credentials",
    "too_many_requests",
    "too_many_requests",
  ]);
  expect((await signIn(noor.email, noor.password)).status).toBe(429);
});

test("no limit row holds an e-mail", async () => {
  const email = newEmail();
  await forgot(email, someAddress());
  const rows = await shop.db.prepare("SELECT key FROM limits").all<{ key: string }>();
  expect(rows.results.length).toBeGreaterThan(0);
  for (const { key } of rows.results) expect(key).not.toContain("@");
});
