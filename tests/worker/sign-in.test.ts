import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailsTo, newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";
import { stageFault, turnOnSecondStep } from "../support/upstream-state.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const demoPassword = "Perfume#2026";
const newEmail = () => `person-${randomInt(1e9)}@example.test`;

function registrationOf(email: string, change: object = {}) {
  return {
    first_name: "Noor",
    last_name: "Test",
    email,
    country: "TW",
    country_code: "+886",
    phone: `09${randomInt(1e8).toString().padStart(8, "0")}`,
    address: "1 Test Road",
    is_business: false,
    company_name: null,
    tax_id: null,
    language_code: "en",
    ...change,
  };
}

/** Registered, with the mailed password not changed yet. */
async function newcomer() {
  const email = newEmail();
  const shopper = newShopper(shop);
  expect((await shopper.send("POST", "/auth/register", registrationOf(email))).status).toBe(201);
  const password = (await mailsTo(shop, email))[0]?.password ?? "";
  return { email, password, shopper };
}

test.each([
  ["a welcome", 24 * 60],
  ["a reset", 15],
])(
  "the mailed password of %s works for %i minutes and is then a wrong one (R34)",
  async (kind, minutes) => {
    const { email, shopper } = await newcomer();
    if (kind === "a reset")
      await shopper.send("POST", "/auth/forgot-password", { email, language: "en" });
    const mails = kind === "a reset" ? 2 : 1;
    await expect.poll(async () => (await mailsTo(shop, email)).length).toBe(mails);
    const password = (await mailsTo(shop, email))[0]?.password ?? "";
    const [column, rows] =
      kind === "a reset"
        ? [
            "ends_at",
            "mailed_passwords WHERE member_id = (SELECT id FROM members WHERE email = ?1)",
          ]
        : ["password_ends_at", "members WHERE email = ?1"];
    const ends = `SELECT ${column} AS at FROM ${rows}`;
    const end = await shop.upstreamDb.prepare(ends).bind(email).first<{ at: number }>();
    expect(Math.abs((end?.at ?? 0) - Date.now() - minutes * 60_000)).toBeLessThan(60_000);
    const endIn = (ms: number) =>
      shop.upstreamDb
        .prepare(`UPDATE ${rows.replace("WHERE", `SET ${column} = ?2 WHERE`)}`)
        .bind(email, Date.now() + ms)
        .run();
    await endIn(-1);
    expect((await newShopper(shop).signIn(email, password)).body.code).toBe("wrong_credentials");
    await endIn(60_000);
    expect(await newShopper(shop).signIn(email, password)).toMatchObject({
      status: 200,
      body: { must_change_password: true },
    });
  },
);

test("a wrong password and an unknown e-mail get the same answer, in the upstream's words with our code (R26)", async () => {
  const noor = await newMember(shop);
  const wrong = await newShopper(shop).signIn(noor.email, "not-the-password");
  const unknown = await newShopper(shop).signIn(newEmail(), "not-the-password");
  expect(wrong.body).toEqual({
    code: "wrong_credentials",
    requestId: expect.any(String),
    detail: "帳號或密碼錯誤",
  });
  expect({ ...unknown.body, requestId: "" }).toEqual({ ...wrong.body, requestId: "" });
  expect(unknown.status).toBe(wrong.status);
  expect([...unknown.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort());
});

test("the fifth wrong password locks the account and says for how many seconds", async () => {
  const noor = await newMember(shop);
  const answers = [];
  for (let guess = 0; guess < 5; guess += 1)
    answers.push(await newShopper(shop).signIn(noor.email, "not-the-password"));
  const locked = answers.at(-1);
  expect([locked?.status, locked?.body.code]).toEqual([403, "account_locked"]);
  expect(locked?.body.detail).toEqual({
    message: expect.stringContaining("鎖定30分鐘"),
    remaining_seconds: expect.any(Number),
  });
  expect(locked?.body.detail.remaining_seconds).toBeGreaterThan(1790);
  expect((await newShopper(shop).signIn(noor.email, noor.password)).body.code).toBe(
    "account_locked",
  );
});

test("disabled and waitlisted members hear why", async () => {
  const codes = [];
  for (const who of ["disabled", "waitlist"])
    codes.push((await newShopper(shop).signIn(`${who}@example.test`, demoPassword)).body.code);
  expect(codes).toEqual(["account_disabled", "account_waitlisted"]);
});

test("an e-mail is the same member in capitals and full-width letters", async () => {
  const noor = await newMember(shop);
  expect(
    (await newShopper(shop).signIn(noor.email.toUpperCase().replace("@", "＠"), noor.password))
      .status,
  ).toBe(200);
});

test("the older calls sign in, tell who is asking and register by the same rules", async () => {
  const noor = await newMember(shop);
  for (const path of ["/auth/login/access-token", "/members/login/access-token"]) {
    const shopper = newShopper(shop);
    const isOlder = path.startsWith("/members");
    const answer = await shopper.form(path, {
      username: noor.email,
      password: noor.password,
      ...(isOlder ? { grant_type: "password", scope: "", client_id: "", client_secret: "" } : {}),
    });
    expect([path, answer.status, answer.body.must_change_password]).toEqual([path, 200, false]);
    shopper.token = answer.body.access_token;
    const me = await shopper.send("POST", "/members/login/test-token");
    expect([me.status, me.body.email]).toEqual([200, noor.email]);
  }
  const registered = await newShopper(shop).send(
    "POST",
    "/members/register",
    registrationOf(newEmail()),
  );
  expect(registered.status).toBe(201);
  expect(
    (await newShopper(shop).send("POST", "/members/register", registrationOf(noor.email))).body
      .code,
  ).toBe("email_taken");
});

test("no way in lets a two-step member skip the second step (R19)", async () => {
  const noor = await newMember(shop);
  await turnOnSecondStep(shop, noor.email);
  for (const path of [
    "/auth/login/access-token",
    "/auth/login/password-verify",
    "/members/login/access-token",
  ]) {
    const answer = await newShopper(shop).form(path, {
      username: noor.email,
      password: noor.password,
    });
    expect(Object.keys(answer.body).sort()).toEqual(["requires_2fa", "temp_token"]);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  }
});

test("a mailed password opens only the change of it, and then the shop", async () => {
  const { email, password, shopper } = await newcomer();
  const first = await shopper.signIn(email, password);
  expect([first.status, first.body.must_change_password]).toEqual([200, true]);
  for (const [method, path] of [
    ["GET", "/auth/sessions"],
    ["DELETE", "/auth/sessions"],
    ["POST", "/members/login/test-token"],
  ] as const) {
    const refused = await shopper.send(method, path);
    expect([refused.status, refused.body.code]).toEqual([403, "password_change_required"]);
  }
  const refreshed = await shopper.send("POST", "/auth/refresh");
  expect(refreshed.body.must_change_password).toBe(true);
  shopper.token = refreshed.body.access_token;
  expect((await shopper.get("/auth/sessions")).body.code).toBe("password_change_required");
  const next = "Vetiver&Rain2026";
  const changed = await shopper.send("POST", "/auth/change-password", {
    old_password: password,
    new_password: next,
    confirm_password: next,
  });
  expect([changed.status, changed.body.must_change_password]).toEqual([200, false]);
  expect((await shopper.get("/auth/sessions")).status).toBe(200);
  expect((await shopper.send("POST", "/auth/refresh")).body.must_change_password).toBe(false);
});

test("a common word, the shop's own or the member's name is no new password, and the old one stays (R31, ASVS 6.2.4, 6.2.11)", async () => {
  const noor = await newMember(shop);
  for (const word of ["P@ssw0rd1", "Sillage#2027", "Noor.Test#27"]) {
    const answer = await noor.shopper.send("POST", "/auth/change-password", {
      old_password: noor.password,
      new_password: word,
      confirm_password: word,
    });
    expect([answer.status, answer.body.code], word).toEqual([400, "password_guessable"]);
  }
  expect((await newShopper(shop).signIn(noor.email, noor.password)).status).toBe(200);
});

test("a refused new password changes nothing and names its reason (R33)", async () => {
  const noor = await newMember(shop);
  const next = "Cedar&Moss2027";
  const tries: [object, string][] = [
    [{ old_password: "not-it", new_password: next, confirm_password: next }, "wrong_old_password"],
    [
      { old_password: noor.password, new_password: next, confirm_password: "Other&Moss2027" },
      "password_mismatch",
    ],
    [
      {
        old_password: noor.password,
        new_password: "vetiver-rain",
        confirm_password: "vetiver-rain",
      },
      "password_policy",
    ],
    [{ old_password: noor.password, new_password: next }, "validation_failed"],
  ];
  for (const [body, code] of tries)
    expect((await noor.shopper.send("POST", "/auth/change-password", body)).body.code).toBe(code);
  expect((await newShopper(shop).signIn(noor.email, noor.password)).status).toBe(200);
});

test("registration hears which of its details is taken, or wrong", async () => {
  const noor = await newMember(shop);
  const taken = await newShopper(shop).send("POST", "/auth/register", registrationOf(noor.email));
  expect([taken.body.code, taken.body.detail]).toEqual(["email_taken", "此電子郵件已被註冊"]);
  const firm = await newShopper(shop).send(
    "POST",
    "/auth/register",
    registrationOf(newEmail(), { is_business: true }),
  );
  expect(firm.body.code).toBe("company_name_required");
  const odd = await newShopper(shop).send(
    "POST",
    "/auth/register",
    registrationOf(newEmail(), { country: "XX", role: "admin" }),
  );
  expect([odd.status, odd.body.fields]).toEqual([
    400,
    { country: "invalid_choice", role: "unknown_field" },
  ]);
});

test("forgot-password says the same for members and strangers, and only members get a mail (R26)", async () => {
  const noor = await newMember(shop);
  const stranger = newEmail();
  const before = (await mailsTo(shop, noor.email)).length;
  const [known, unknown] = [
    await newShopper(shop).send("POST", "/auth/forgot-password", {
      email: noor.email,
      language: "en",
    }),
    await newShopper(shop).send("POST", "/auth/forgot-password", {
      email: stranger,
      language: "en",
    }),
  ];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(known.status).toBe(200);
  await expect.poll(async () => (await mailsTo(shop, noor.email)).length).toBe(before + 1);
  expect(await mailsTo(shop, stranger)).toEqual([]);
});

test("an upstream that is down is said so, and counts as nobody's wrong password", async () => {
  const noor = await newMember(shop);
  await stageFault(shop, "refuse", ["/auth/login"]);
  const answer = await newShopper(shop).signIn(noor.email, noor.password);
  await stageFault(shop, "none");
  expect([answer.status, answer.body.code]).toEqual([503, "upstream_maintenance"]);
  expect((await newShopper(shop).signIn(noor.email, noor.password)).status).toBe(200);
});

test("a sign-in that is no form, or too big, or incomplete is refused before anybody looks at it (R14, R65)", async () => {
  const shopper = newShopper(shop);
  const path = "/auth/login/password-verify";
  expect(
    (await shopper.send("POST", path, { username: "a@example.test", password: "x" })).status,
  ).toBe(415);
  expect(
    (await shopper.form(path, { username: "not an e-mail", password: "x" })).body.fields,
  ).toEqual({
    username: "invalid_email",
  });
  expect((await shopper.form(path, { username: "a@example.test" })).body.code).toBe(
    "validation_failed",
  );
  expect(
    (await shopper.form(path, { username: "a@example.test", password: "x".repeat(9000) })).status,
  ).toBe(413);
});

test("no log line holds a password, a token or an e-mail (R73)", async () => {
  const noor = await newMember(shop);
  await newShopper(shop).signIn(noor.email, "not-the-password");
  await noor.shopper.send("POST", "/auth/refresh");
  const logs = shop.logs().join("\n");
  expect(logs).toContain("sign_in.refused");
  const secrets = [
    noor.email,
    noor.password,
    "not-the-password",
    noor.shopper.token ?? "",
    ...noor.shopper.cookies.values(),
  ];
  for (const secret of secrets) expect(logs.includes(secret), secret).toBe(false);
});
