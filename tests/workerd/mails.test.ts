import type { Registration } from "#contract/member";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { registerMember, sendTemporaryPassword } from "../../worker/shop/sign-in/account.ts";
import { requestCode } from "../../worker/shop/sign-in/sign-in.ts";
import { encryptToken } from "../../worker/platform/crypto.ts";
import { insertChallenge } from "../../worker/store/second-steps.ts";
import { limits } from "../../worker/store/schema.ts";
import { memberKeyOf } from "../../worker/shop/limits/guesser.ts";
import { db, minuteMs, noon, refuses, signInMei } from "./database.ts";
import { key, portsWith, type Answers } from "./ports.ts";

const address = "203.0.113.9";
async function counts() {
  const rows = await db.select().from(limits);
  return Object.fromEntries(rows.map((row) => [/^[\w-]+:\w+/.exec(row.key)?.[0], row.count]));
}
const countsOf = (what: string, asked: number, own: number, all: number, mine = "member") => ({
  [`${what}:address`]: asked,
  [`${what}:${mine}`]: own,
  [`${what}:all`]: all,
});

/** While strangers come ten a second, so that no counter has room. */
const inACrowd = { allows: () => Promise.resolve(false) };
const meis = "mei@example.test";
async function forget(answers: Answers = () => ({}), now = noon, email = meis, own = {}) {
  const { deps, asked, finished } = portsWith({ now: () => now, answers, own });
  await sendTemporaryPassword(deps, address, email, "ja");
  await finished();
  return asked.map(({ body, locale }) => [body, locale]);
}
const failing = (error: Error) => () => error;

test("a temporary password is mailed in the member's language, and within twelve minutes no second", async () => {
  expect(await forget()).toEqual([[{ email: "mei@example.test", language: "ja" }, "ja"]]);
  expect(await forget(undefined, noon + 12 * minuteMs - 1, " MEI@example.test")).toEqual([]);
  expect(await forget(undefined, noon, "noor@example.test"), "somebody else").toHaveLength(1);
  expect(await forget(undefined, noon + 12 * minuteMs)).toHaveLength(1);
  expect(await counts()).toMatchObject({ "forgot-password:address": 4, "forgot-password:all": 3 });
});

const nobody = new ShopError("member_not_found", { status: 404 });

test("for nobody's e-mail the answer is the same, and no mail is counted", async () => {
  await forget(failing(nobody));
  expect(await counts()).toEqual(countsOf("forgot-password", 1, 1, 0));
});

test("members who have signed in here are mailed however many others are", async () => {
  await signInMei({ memberKey: await memberKeyOf(portsWith({}).deps, "mei@example.test") });
  await forget(undefined, noon, "noor@example.test");
  await db.run("UPDATE limits SET count = 500 WHERE key LIKE 'forgot-password:all:%'");
  const stranger = forget(undefined, noon, "a-stranger@example.test", inACrowd);
  await refuses(stranger, "too_many_requests");
  expect(await forget(undefined, noon, "mei@example.test", inACrowd)).toHaveLength(1);
});

test.each([
  ["an outage", new ShopError("upstream_unavailable")],
  ["another refusal", new ShopError("upstream_refused", { status: 422 })],
  ["a mistake of ours", new TypeError("a mistake of ours")],
])("after %s no mail is out: the next who asks is heard", async (_what, error) => {
  await expect(forget(failing(error))).rejects.toBe(error);
  expect(await counts()).toEqual(countsOf("forgot-password", 1, 0, 0));
  expect(await forget()).toHaveLength(1);
});

test("while all mails together are too many, a member who could not be mailed is heard a second later", async () => {
  await forget();
  await db.run("UPDATE limits SET count = 500 WHERE key LIKE 'forgot-password:all:%'");
  const asks = (own = {}) => forget(undefined, noon, "noor@example.test", own);
  await refuses(asks(inACrowd), "too_many_requests", { detail: { retry_after_seconds: 1 } });
  expect(await asks()).toHaveLength(1);
});

const person = { first_name: "Mei", last_name: "Lin", email: "mei+shop@example.test" };
const reached = { country: "TW", country_code: "+886", phone: "0912345678" } as const;
const living = { address: "1 Test Road", language_code: "zh" } as const;
const wish: Registration = { ...person, ...reached, ...living, is_business: false };

test("a registration is told the upstream whole, and counts against the mailbox however it is tagged", async () => {
  const { deps, asked } = portsWith({});
  await registerMember(deps, address, wish);
  expect(asked[0]?.body).toEqual({ ...wish, company_name: null, tax_id: null });
  const firm = { ...wish, email: "mei+firm@example.test", is_business: true };
  await registerMember(deps, address, { ...firm, company_name: "Lin Ltd", tax_id: "12345678" });
  expect(asked[1]?.body).toMatchObject({ company_name: "Lin Ltd", tax_id: "12345678" });
  expect(await counts()).toEqual(countsOf("register", 2, 2, 2, "mailbox"));
});

test.each([
  ["is refused, no mail goes out", new ShopError("phone_taken", { status: 409 }), 0],
  ["is not answered, one may be out", new ShopError("upstream_timeout"), 1],
])("of a registration that %s, and others lose nothing", async (_what, error, mails) => {
  const refusing = portsWith({ answers: failing(error) }).deps;
  await expect(registerMember(refusing, address, wish)).rejects.toBe(error);
  expect(await counts()).toEqual(countsOf("register", 1, mails, mails, "mailbox"));
});

const id = "mei's sign-in";
const ask = (answers: Answers = () => ({}), now = noon, config = {}) =>
  requestCode(portsWith({ answers, now: () => now, config }).deps, id, address, "ja");
async function begin(): Promise<void> {
  await insertChallenge(db, {
    id,
    memberKey: "mei",
    limitKey: "mei:abcd",
    upstreamTempToken: await encryptToken(key, "mei's ticket", id),
    createdAt: noon,
    expiresAt: noon + 15 * minuteMs,
  });
}

test("a code is mailed with the ticket of the password, and another one a minute later", async () => {
  await begin();
  const { deps, asked } = portsWith({});
  expect(await requestCode(deps, id, address, "ja")).toEqual({
    expires_at: new Date(noon + 10 * minuteMs).toISOString(),
    resend_at: new Date(noon + minuteMs).toISOString(),
  });
  const request = { bearer: "mei's ticket", body: { language_code: "ja" }, locale: "ja" };
  expect(asked).toMatchObject([request]);
  await refuses(ask(undefined, noon + minuteMs - 1), "too_many_requests");
  await ask(undefined, noon + minuteMs);
  expect(await counts()).toEqual(countsOf("otp-send", 3, 2, 2));
});

const sends = (count: number) => countsOf("otp-send", count, count, count);

test.each(["upstream_unavailable", "upstream_maintenance", "upstream_failed"] as const)(
  "after %s no code is out: it counts for nobody, and the next try need not wait",
  async (code) => {
    await begin();
    await refuses(ask(failing(new ShopError(code))), code);
    expect(await counts()).toEqual(sends(0));
    await ask();
    expect(await counts()).toEqual(sends(1));
  },
);

test.each([new ShopError("upstream_timeout"), new TypeError("a mistake of ours")])(
  "after %o a code may be out: it counts, and the next one waits",
  async (error) => {
    await begin();
    await expect(ask(failing(error))).rejects.toBe(error);
    expect(await counts()).toEqual(sends(1));
    await refuses(ask(), "too_many_requests");
  },
);

test.each([
  ["a day", noon + 24 * 60 * minuteMs, 10],
  ["five minutes", noon + 5 * minuteMs, 5],
  ["nothing of its time", null, 10],
])("a code of which the upstream says %s", async (_what, said, minutes) => {
  await begin();
  const expires_at = said === null ? null : new Date(said).toISOString();
  const answer = await ask(() => ({ expires_at }));
  expect(Date.parse(answer.expires_at) - noon).toBe(minutes * minuteMs);
});

test("no code is mailed for a sign-in that is over, that nobody began, or whose key is gone", async () => {
  await refuses(ask(), "token_invalid");
  await begin();
  await refuses(ask(undefined, noon + 15 * minuteMs), "token_invalid");
  await refuses(ask(undefined, noon, { UPSTREAM_TOKEN_KEY: "another" }), "token_invalid");
  expect(await counts()).toEqual({});
});
