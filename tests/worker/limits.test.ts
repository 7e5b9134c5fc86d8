import { randomBytes, randomInt } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { add, finishedJars, sampleSet } from "../support/carts.ts";
import { mailsTo, newMember, type NewMember } from "../support/new-member.ts";
import { placeOrder } from "../support/quiz-visits.ts";
import type { Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";
import { together } from "../support/together.ts";

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

test("sixty tries at paying an hour are enough for one member, and another pays on (R25)", async () => {
  const [mei, noor] = await Promise.all([newMember(shop), newMember(shop)]);
  const orders = await Promise.all(
    [mei, noor].map(async ({ shopper }) =>
      placeOrder(shopper, (await add(shopper, finishedJars())).body),
    ),
  );
  await shop.db.prepare("UPDATE limits SET count = 59 WHERE key LIKE 'payment-attempt:%'").run();
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
