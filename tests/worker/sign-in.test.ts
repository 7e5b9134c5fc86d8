import { borrowShop } from "../support/borrowed.ts";
import { mailsTo, newMember } from "../support/new-member.ts";
import { newShopper, type Answer } from "../support/shopper.ts";
import { registrationOf, uniqueEmail } from "../support/upstream-member.ts";

const shop = await borrowShop();

const ways = [
  "/auth/login/password-verify",
  "/auth/login/access-token",
  "/members/login/access-token",
];
const said = ({ status, body }: Answer) => [status, body.code];
const guessAt = (username: string, path = ways[0] ?? "") =>
  newShopper(shop).form(path, { username, password: "not-the-password" });
const register = (email: string, change: object = {}, path = "/auth/register") =>
  newShopper(shop).send("POST", path, registrationOf(email, { ...change }));

/** All that a stranger can read off an answer; only what names the request or the moment may differ. */
function seen({ status, headers, body }: Answer) {
  const { requestId, ...rest } = body;
  const named = [...headers].filter(([name]) => name !== "x-request-id" && name !== "date").sort();
  return { status, named, rest, isNamed: requestId !== "" };
}

test.each(ways)("a wrong password at %s sounds alike for member and nobody (R26)", async (path) => {
  const noor = await newMember(shop);
  const wrong = await guessAt(noor.email.toUpperCase(), path);
  expect(wrong.body).toEqual({
    code: "wrong_credentials",
    requestId: expect.any(String),
    detail: "帳號或密碼錯誤",
  });
  expect(wrong.status).toBe(400);
  expect(seen(await guessAt(uniqueEmail(), path))).toEqual(seen(wrong));
});

test("the fifth wrong password locks the account here and says for how long, whether there is one or not, and the known browser still opens it (R26)", async () => {
  const noor = await newMember(shop);
  for (const email of [noor.email, uniqueEmail()]) {
    for (let guess = 1; guess <= 4; guess += 1)
      expect((await guessAt(email)).body.code).toBe("wrong_credentials");
    const locked = await guessAt(email);
    expect(said(locked)).toEqual([403, "account_locked"]);
    expect(locked.body.detail.remaining_seconds).toBeGreaterThan(1790);
    expect(locked.headers.get("Retry-After")).toBe(String(locked.body.detail.remaining_seconds));
  }
  const again = await noor.shopper.signIn(noor.email, noor.password);
  expect(again.status).toBe(200);
});

test.each(ways)("a member signs in at %s and is told who is asking", async (path) => {
  const noor = await newMember(shop);
  const shopper = newShopper(shop);
  const old = { grant_type: "password", scope: "", client_id: "", client_secret: "" };
  const form = { username: noor.email, password: noor.password };
  const answer = await shopper.form(path, { ...form, ...(path.startsWith("/members") && old) });
  expect([answer.status, answer.body.must_change_password]).toEqual([200, false]);
  shopper.token = answer.body.access_token;
  const me = await shopper.send("POST", "/members/login/test-token");
  expect([me.status, me.body.email]).toEqual([200, noor.email]);
});

test.each(["/auth/register", "/members/register"])(
  "who registers at %s gets a password by mail, which opens only the change of it, and then the shop",
  async (path) => {
    const email = uniqueEmail();
    const registered = await register(email, {}, path);
    expect([registered.status, registered.body]).toEqual([201, { message: "accepted" }]);
    const password = (await mailsTo(shop, email))[0]?.password ?? "";
    const shopper = newShopper(shop);
    expect((await shopper.signIn(email, password)).body.must_change_password).toBe(true);
    const sessions = () => shopper.get("/auth/sessions");
    expect(said(await sessions())).toEqual([403, "password_change_required"]);
    const next = "Vetiver&Rain2026";
    const wish = { old_password: password, new_password: next, confirm_password: next };
    const changed = await shopper.send("POST", "/auth/change-password", wish);
    expect([changed.status, changed.body.must_change_password]).toEqual([200, false]);
    expect((await sessions()).status).toBe(200);
  },
);

test("registration hears which of its details is taken, or wrong", async () => {
  const { email } = await newMember(shop);
  expect(said(await register(email))).toEqual([409, "email_taken"]);
  const odd = await register(uniqueEmail(), { country: "XX", role: "admin" });
  expect([odd.status, odd.body.fields]).toEqual([
    400,
    { country: "invalid_choice", role: "unknown_field" },
  ]);
});

test("a refused new password changes nothing and names its reason (R31, R33)", async () => {
  const noor = await newMember(shop);
  const next = "Cedar&Moss2027";
  const tries: [old: string, fresh: string, confirmed: string | undefined, code: string][] = [
    ["not-it", next, next, "wrong_old_password"],
    [noor.password, next, "Other&Moss2027", "password_mismatch"],
    [noor.password, "vetiver-rain", "vetiver-rain", "password_policy"],
    [noor.password, "Sillage#2027", "Sillage#2027", "password_guessable"],
    [noor.password, next, undefined, "validation_failed"],
  ];
  for (const [old_password, new_password, confirm_password, code] of tries) {
    const wish = { old_password, new_password, confirm_password };
    const answer = await noor.shopper.send("POST", "/auth/change-password", wish);
    expect(said(answer), code).toEqual([400, code]);
  }
  expect((await newShopper(shop).signIn(noor.email, noor.password)).status).toBe(200);
});

test("a forgotten password sounds the same for members and strangers, and only members get a mail (R26)", async () => {
  const [noor, stranger] = [await newMember(shop), uniqueEmail()];
  const ask = (email: string) =>
    newShopper(shop).send("POST", "/auth/forgot-password", { email, language: "ja" });
  const known = await ask(noor.email);
  expect([known.status, known.body]).toEqual([200, { message: "accepted" }]);
  expect(seen(await ask(stranger))).toEqual(seen(known));
  await expect.poll(async () => (await mailsTo(shop, noor.email)).length).toBe(1);
  expect((await mailsTo(shop, noor.email))[0]?.subject).toMatch(/[ぁ-ん]/);
  expect(await mailsTo(shop, stranger)).toEqual([]);
});

test("no log line holds a password, a token or an e-mail (R73)", async () => {
  const { email, password, shopper } = await newMember(shop);
  await guessAt(email);
  await shopper.send("POST", "/auth/refresh");
  await expect.poll(() => shop.logs().join("\n")).toContain("sign_in.refused");
  const secrets = [email, password, "not-the-password", shopper.token ?? ""];
  for (const secret of [...secrets, ...shopper.cookies.values()])
    expect(shop.logs().join("\n").includes(secret), secret).toBe(false);
});
