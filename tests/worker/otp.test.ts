import { afterAll, beforeAll, expect, test } from "vitest";
import { longTest, sized } from "../support/experiment.ts";
import { stageFault } from "../support/faults.ts";
import { mailsTo, newMember, type NewMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Answer, type Shopper } from "../support/shopper.ts";
import { together } from "../support/together.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const sql = (text: string, ...values: unknown[]) =>
  shop.db
    .prepare(text)
    .bind(...values)
    .run();

async function carefulMember(): Promise<NewMember> {
  const member = await newMember(shop);
  await turnOnSecondStep(shop, member.email);
  return member;
}

let households = 0;
/** With the password accepted and the code still owed, from an address of their own. */
async function halfWay(member: NewMember): Promise<{
  shopper: Shopper;
  bearer: Record<string, string>;
  send: () => Promise<Answer>;
  guess: (code: string) => Promise<Answer>;
}> {
  const shopper = newShopper(shop);
  households += 1;
  const { body } = await shopper.signIn(member.email, member.password);
  const bearer = {
    Authorization: `Bearer ${body.temp_token}`,
    "CF-Connecting-IP": `198.51.100.${households % 250}`,
  };
  return {
    shopper,
    bearer,
    send: () => shopper.send("POST", "/auth/login/request-otp", { language_code: "en" }, bearer),
    guess: (code) => shopper.send("POST", "/auth/login/verify-otp", { code }, bearer),
  };
}

const codeOf = async (email: string) =>
  (await mailsTo(shop, email)).find((mail) => mail.code !== undefined)?.code ?? "";
const codeMails = async (email: string) =>
  (await mailsTo(shop, email)).filter((mail) => mail.code !== undefined).length;
const otherThan = (code: string, offset = 1) =>
  String((Number(code) + offset) % 1e6).padStart(6, "0");
const aMinuteLater = () =>
  sql("UPDATE limits SET last_at = last_at - 60001 WHERE key LIKE 'otp-send:member:%'");
const liveSessions = async (member: NewMember) =>
  (
    await shop.db
      .prepare(
        "SELECT count(*) AS n FROM sessions WHERE member_id = (SELECT member_id FROM sessions WHERE id = ?) AND ended_at IS NULL",
      )
      .bind(member.shopper.cookies.get("__Host-sillage_refresh")?.split(".")[0])
      .first<{ n: number }>()
  )?.n ?? 0;

test("a careful member gets a code by mail and is signed in with it, once (R21, R23)", async () => {
  const noor = await carefulMember();
  const { shopper, send, guess } = await halfWay(noor);
  const sent = await send();
  expect(sent.status).toBe(200);
  expect(Date.parse(sent.body.expires_at) - Date.now()).toBeLessThanOrEqual(600_000);
  expect(Date.parse(sent.body.resend_at) - Date.now()).toBeGreaterThan(50_000);
  const code = await codeOf(noor.email);
  const answer = await guess(code);
  expect([answer.status, answer.body.must_change_password]).toEqual([200, false]);
  shopper.token = answer.body.access_token;
  expect((await shopper.get("/auth/sessions")).status).toBe(200);
  expect((await guess(code)).status).toBe(401);
});

test("a code that an outage kept from being sent costs no wait and none of the five an hour", async () => {
  const noor = await carefulMember();
  const { send } = await halfWay(noor);
  await stageFault(shop, { mode: "refuse", paths: ["/auth/login/request-otp"] });
  for (let times = 0; times < 6; times += 1)
    expect(await send()).toMatchObject({ status: 503, body: { code: "upstream_maintenance" } });
  await stageFault(shop, { mode: "none" });
  expect((await send()).status).toBe(200);
  expect(await send()).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
});

test("a code before it was sent, a wrong one and one that is no code are refused with their reasons", async () => {
  const noor = await carefulMember();
  const { send, guess } = await halfWay(noor);
  expect((await guess("123456")).body.code).toBe("otp_expired");
  await send();
  const wrong = await guess(otherThan(await codeOf(noor.email)));
  expect([wrong.status, wrong.body.code, wrong.body.detail]).toEqual([
    400,
    "otp_wrong",
    "驗證碼錯誤",
  ]);
  for (const code of ["12345", "1234567", "abcdef", "１２３４５６", " 12345"])
    expect((await guess(code)).body.code).toBe("validation_failed");
  expect((await guess(await codeOf(noor.email))).status).toBe(200);
});

test(
  "of many parallel guesses at most five are looked at, and then the right code is too late (R22, E5)",
  longTest,
  async () => {
    const guesses = sized(15, 200);
    for (let challenge = 0; challenge < sized(1, 50); challenge += 1) {
      const noor = await carefulMember();
      const { send, guess } = await halfWay(noor);
      await send();
      const code = await codeOf(noor.email);
      const answers = await together(shop, guesses, (index) => guess(otherThan(code, index + 1)));
      const codes = answers.map((answer) => answer.body.code);
      expect(codes.filter((given) => given === "otp_wrong")).toHaveLength(5);
      expect(codes.filter((given) => given === "otp_exhausted")).toHaveLength(guesses - 5);
      const late = await guess(code);
      expect([late.status, late.body.code]).toEqual([429, "otp_exhausted"]);
    }
  },
);

test("parallel right codes make one session (R23, E5)", async () => {
  const noor = await carefulMember();
  const { send, guess } = await halfWay(noor);
  await send();
  const code = await codeOf(noor.email);
  const before = await liveSessions(noor);
  const answers = await together(shop, sized(10, 50), () => guess(code));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  expect(await liveSessions(noor)).toBe(before + 1);
});

test("a code belongs to the sign-in it was sent for (T10)", async () => {
  const [noor, other] = [await carefulMember(), await carefulMember()];
  const [first, second] = [await halfWay(noor), await halfWay(other)];
  await first.send();
  await second.send();
  expect((await second.guess(await codeOf(noor.email))).body.code).toBe("otp_wrong");
});

test("a second code comes after a minute, replaces the first and brings new guesses (R24, T10)", async () => {
  const noor = await carefulMember();
  const { send, guess } = await halfWay(noor);
  await send();
  const first = await codeOf(noor.email);
  const early = await send();
  expect([early.status, early.body.code]).toEqual([429, "too_many_requests"]);
  expect(early.body.detail.retry_after_seconds).toBeGreaterThan(50);
  expect(early.headers.get("Retry-After")).toBe(String(early.body.detail.retry_after_seconds));
  for (let wrong = 1; wrong <= 6; wrong += 1) await guess(otherThan(first, wrong));
  expect((await guess(first)).body.code).toBe("otp_exhausted");
  await aMinuteLater();
  expect((await send()).status).toBe(200);
  const second = await codeOf(noor.email);
  if (first !== second) expect((await guess(first)).body.code).toBe("otp_wrong");
  expect((await guess(second)).status).toBe(200);
});

test("no table of the shop and no log line holds a code, nor does the subject of its mail (R27)", async () => {
  const noor = await carefulMember();
  const { send, guess } = await halfWay(noor);
  await send();
  const code = await codeOf(noor.email);
  expect((await guess(otherThan(code))).body.code).toBe("otp_wrong");
  expect((await guess(code)).status).toBe(200);
  // Alone: six digits in a row stand in many a time.
  const alone = new RegExp(`(?<![0-9])${code}(?![0-9])`);
  const tables = await shop.db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_cf%'",
    )
    .all<{ name: string }>();
  expect(tables.results.map(({ name }) => name)).toContain("sign_in_challenges");
  for (const { name } of tables.results)
    for (const row of (await shop.db.prepare(`SELECT * FROM ${name}`).all()).results)
      for (const value of Object.values(row)) expect(String(value), name).not.toMatch(alone);
  await expect
    .poll(() => shop.logs().some((line) => line.includes("sign_in.code_sent")))
    .toBe(true);
  expect(shop.logs().filter((line) => alone.test(line))).toEqual([]);
  const mail = (await mailsTo(shop, noor.email)).find((one) => one.code === code);
  expect(mail?.subject).toBe("Sillage: your sign-in code");
});

test("what is left of a sign-in that owed a code is forgotten after a day, at the upstream a day after the code ran out (R27, R75)", async () => {
  const { send, bearer } = await halfWay(await carefulMember());
  await send();
  const { sub } = JSON.parse(
    Buffer.from(bearer.Authorization?.split(".")[1] ?? "", "base64url").toString(),
  );
  const here = () =>
    shop.db
      .prepare("SELECT count(*) AS kept FROM sign_in_challenges WHERE id = ?")
      .bind(sub)
      .first();
  const there = () =>
    shop.upstreamDb
      .prepare("SELECT count(*) AS kept FROM otp_challenges WHERE expires_at < ?")
      .bind(Date.now())
      .first();
  expect(await here()).toEqual({ kept: 1 });
  await sql("UPDATE sign_in_challenges SET created_at = created_at - 86400001 WHERE id = ?", sub);
  await sql("DELETE FROM settings WHERE name = 'retention_next_at'");
  await shop.runSchedule();
  expect(await here()).toEqual({ kept: 0 });
  await shop.upstreamDb
    .prepare("UPDATE otp_challenges SET expires_at = expires_at - 600000 - 86400001")
    .run();
  expect(await there()).not.toEqual({ kept: 0 });
  await shop.runUpstreamSchedule();
  expect(await there()).toEqual({ kept: 0 });
});

test("a code is too old after its time, though the sign-in still waits (R21)", async () => {
  const noor = await carefulMember();
  const { send, guess } = await halfWay(noor);
  await send();
  await sql("UPDATE sign_in_challenges SET code_expires_at = 1 WHERE used_at IS NULL");
  expect((await guess(await codeOf(noor.email))).body.code).toBe("otp_expired");
});

test("a sign-in waits a quarter of an hour for its code and no longer", async () => {
  const noor = await carefulMember();
  const { send, guess } = await halfWay(noor);
  await send();
  await sql("UPDATE sign_in_challenges SET expires_at = 1 WHERE used_at IS NULL");
  expect((await guess(await codeOf(noor.email))).body.code).toBe("token_invalid");
  expect((await send()).body.code).toBe("token_invalid");
});

/** Two hundred IPv4 addresses, any number of one household's, and eight spellings of one more. */
function addressOf(index: number): string {
  const group = Math.floor(index / 3);
  const spellings = [
    "2001:db8:5::1",
    "2001:DB8:5::1",
    "2001:0db8:0005::0001",
    "2001:db8:5:0:0:0:0:1",
    "2001:db8:5:0::1",
    "2001:db8:5::0:1",
    "2001:0DB8:0005:0000:0000:0000:0000:0001",
    "2001:db8:5::0.0.0.1",
  ];
  if (index % 3 === 0) return `203.0.113.${group % 200}`;
  if (index % 3 === 1)
    return `2001:db8:4:2:${(group % 65_536).toString(16)}:${group.toString(16)}::1`;
  return spellings[group % spellings.length] ?? "";
}

test(
  "any number of requests from many addresses bring a member five codes an hour (R24, T11, E6)",
  longTest,
  async () => {
    const noor = await carefulMember();
    const attempts = await Promise.all(Array.from({ length: 4 }, () => halfWay(noor)));
    const minutes = 8;
    const burst = Math.ceil(sized(24, 1_000) / minutes);
    const answers: Answer[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      answers.push(
        ...(await together(shop, burst, (index) => {
          const attempt = attempts[index % attempts.length];
          const headers = {
            ...attempt?.bearer,
            "CF-Connecting-IP": addressOf(minute * burst + index),
          };
          return newShopper(shop).send(
            "POST",
            "/auth/login/request-otp",
            { language_code: "en" },
            headers,
          );
        })),
      );
      expect(await codeMails(noor.email)).toBe(Math.min(minute + 1, 5));
      await aMinuteLater();
    }
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 429]));
    expect(await codeMails(noor.email)).toBe(5);
    const counted = await shop.db
      .prepare(
        "SELECT count(*) AS n FROM limits WHERE key LIKE 'otp-send:address:2001:db8:%' AND key NOT LIKE '%:77:%'",
      )
      .first<{ n: number }>();
    expect(counted?.n, "a household and the spellings of one address count as one each").toBe(2);
    const { send } = await halfWay(noor);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.body.detail.retry_after_seconds).toBeGreaterThan(3000);
  },
);

test("thirty codes an hour leave for one household, whichever of its addresses asks (R25, E6)", async () => {
  const { bearer, shopper } = await halfWay(await carefulMember());
  const ask = async (index: number) => {
    const from = { ...bearer, "CF-Connecting-IP": `2001:db8:77:1::${index.toString(16)}` };
    const { body } = await shopper.send(
      "POST",
      "/auth/login/request-otp",
      { language_code: "en" },
      from,
    );
    return body.detail?.retry_after_seconds > 3000;
  };
  await ask(1);
  const nearlySpent =
    "UPDATE limits SET count = count + 27 WHERE key LIKE 'otp-send:address:2001:db8:77:%' RETURNING count";
  expect(await shop.db.prepare(nearlySpent).first()).toEqual({ count: 28 });
  // The next two wait for the member's minute, and from the thirty-first on the household waits for its hour.
  expect([await ask(2), await ask(3), await ask(4), await ask(5)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

/** Somebody who found the password out and has used up the day's guesses, from an address of their own. */
async function usedUpGuesses(noor: NewMember): Promise<void> {
  const { send, guess } = await halfWay(noor);
  await send();
  await guess(otherThan(await codeOf(noor.email)));
  await sql("UPDATE limits SET count = 25 WHERE key LIKE 'otp-guess:member:%' AND count = 1");
  await sql("UPDATE limits SET count = 5 WHERE key LIKE 'otp-send:member:%' AND count = 1");
  expect((await guess("000000")).body.code).toBe("too_many_requests");
}

/** Signs in with whatever password, and gives the newest code. */
async function inByCode(shopper: Shopper, email: string, password: string): Promise<Answer> {
  const { body } = await shopper.signIn(email, password);
  const bearer = { Authorization: `Bearer ${body.temp_token}` };
  const asked = { language_code: "en" };
  const sent = await shopper.send("POST", "/auth/login/request-otp", asked, bearer);
  if (sent.status !== 200) return sent;
  const code = await codeOf(email);
  return shopper.send("POST", "/auth/login/verify-otp", { code }, bearer);
}

test("twenty-five wrong codes a day are all a member's account takes, over any number of codes (R24)", async () => {
  const noor = await carefulMember();
  const codes = [];
  for (let sent = 0; sent < 2; sent += 1) {
    const { send, guess } = await halfWay(noor);
    await sql("UPDATE limits SET count = 0 WHERE key LIKE 'otp-send:member:%'");
    await aMinuteLater();
    expect((await send()).status).toBe(200);
    const code = await codeOf(noor.email);
    codes.push((await guess(otherThan(code))).body.code);
    if (sent === 0)
      await sql(
        "UPDATE limits SET count = count + 23 WHERE key LIKE 'otp-guess:member:%' AND count = 1",
      );
    codes.push((await guess(otherThan(code, 2))).body.code);
  }
  expect(codes).toEqual(["otp_wrong", "otp_wrong", "too_many_requests", "too_many_requests"]);
});

test("guesses that somebody with the password used up do not count in a browser that the member knows (R24, E5b)", async () => {
  const noor = await carefulMember();
  await usedUpGuesses(noor);
  expect((await inByCode(newShopper(shop), noor.email, noor.password)).status).toBe(429);
  expect((await inByCode(noor.shopper, noor.email, noor.password)).status).toBe(200);
});

test("a mailed password is the way back from used up guesses at the code, in any browser (R24)", async () => {
  const noor = await carefulMember();
  await usedUpGuesses(noor);
  await noor.shopper.send("POST", "/auth/forgot-password", { email: noor.email, language: "en" });
  const mailed = (await mailsTo(shop, noor.email)).find(({ password }) => password)?.password ?? "";
  const back = await inByCode(newShopper(shop), noor.email, mailed);
  expect([back.status, back.body.must_change_password]).toEqual([200, true]);
  const late = await newShopper(shop).signIn(noor.email, noor.password);
  expect(late.body.code, "what somebody found out is worth nothing now").toBe("wrong_credentials");
});

test("a hundred wrong codes in a row are all that a found-out password is good for, over any time (R24)", async () => {
  const noor = await carefulMember();
  const { send, guess } = await halfWay(noor);
  await send();
  const code = await codeOf(noor.email);
  expect((await guess(otherThan(code))).body.code).toBe("otp_wrong");
  await sql("UPDATE limits SET count = 100 WHERE key LIKE 'otp-guess:in-a-row:%' AND count = 1");
  await sql("UPDATE limits SET count = 0 WHERE key LIKE 'otp-guess:member:%'");
  expect((await guess(code)).body.code).toBe("too_many_requests");
});
