/** `worker/shop/payments/check-invariants.ts`: a piece of the books each minute. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Deps } from "../../worker/deps.ts";
import { checkAllRows, checkNewRows } from "../../worker/shop/payments/check-invariants.ts";
import { invariantsAt } from "../../worker/store/invariants.ts";
import * as tables from "../../worker/store/schema.ts";
import { breaches, now as brokenAt } from "../support/breaches.ts";
import { grownTables } from "./grown-tables.ts";
import { dayMs, db, insertMany, minuteMs, noon, openAttempt } from "./database.ts";
import { leaveNothing } from "./ground.ts";
import { portsWith } from "./ports.ts";
import { statementsOf } from "./statements.ts";

const rules = invariantsAt(noon);
const newRules = rules.filter(({ newBy }) => newBy !== undefined).length;

/** Lets the schedule check so many times. @returns the rules that it found broken, and how often it could not ask. */
async function check(part: (deps: Deps) => Promise<void>, times: number, now = noon) {
  let failures = 0;
  const { deps, errors } = portsWith({ now: () => now });
  for (let time = 0; time < times; time += 1) await part(deps).catch(() => (failures += 1));
  return { broken: errors.map(([, { reason }]) => reason), failures };
}

const guessed = () =>
  db.insert(tables.signInChallenges).values({
    id: "c",
    memberKey: "",
    upstreamTempToken: "",
    guesses: 6,
    createdAt: noon,
    expiresAt: noon,
  });
const isGuessed = "a code is guessed at five times at most";
const settling = "a paid attempt has one settling, one trade and one outbox row of its amount";
const unreported = "the upstream hears of exactly one payment of a paid order";
const settledWithoutReport = (settledAt: number) =>
  openAttempt({
    state: "paid",
    settleNonce: "nonce",
    tradeNo: "T",
    paidAt: settledAt - dayMs,
    settledAt,
  });

test("in one round every rule that is broken is told of", async () => {
  await env.DB.batch(
    Object.values(breaches)
      .flat()
      .map((sql) => env.DB.prepare(sql)),
  );
  const { broken, failures } = await check(checkAllRows, rules.length, brokenAt);
  expect(failures).toBe(0);
  expect(broken).toEqual(Object.keys(breaches));
});

test("a rule that cannot be asked holds up no other", async () => {
  await guessed();
  leaveNothing();
  await env.DB.prepare("DROP TABLE carts").run();
  const { broken, failures } = await check(checkAllRows, rules.length);
  expect(failures).toBeGreaterThan(0);
  expect(broken).toEqual([isGuessed]);
});

test("parallel runs ask different rules", async () => {
  await guessed();
  const runs = await Promise.all(rules.map(() => check(checkAllRows, 1)));
  expect(runs.flatMap(({ broken }) => broken)).toEqual([isGuessed]);
});

test("a payment that was settled wrongly is told of within minutes, behind any history", async () => {
  for (const sql of grownTables(1_100, noon - dayMs)) await env.DB.prepare(sql).run();
  await check(checkNewRows, 3 * newRules);
  await settledWithoutReport(noon);
  const moment = await check(checkNewRows, newRules, noon + minuteMs);
  expect(moment.broken, "the clock that settled it may be ahead").toEqual([]);
  const { broken } = await check(checkNewRows, newRules, noon + minuteMs + 1);
  expect(broken.sort()).toEqual([settling, unreported]);
});

test("what was checked as new is not read as new again", async () => {
  for (const sql of grownTables(1_500, noon - dayMs)) await env.DB.prepare(sql).run();
  await check(checkNewRows, 3 * newRules);
  const asked = await statementsOf(() => check(checkNewRows, newRules));
  expect(asked.length).toBeGreaterThan(newRules);
  // Turn and mark of each rule, and the newest row's number.
  expect(asked.reduce((sum, { rowsRead }) => sum + rowsRead, 0)).toBeLessThan(10 * newRules);
});

test("a large table is gone through piece by piece, and then again", async () => {
  const into = "sign_in_challenges (id, member_key, upstream_temp_token, created_at, expires_at)";
  await insertMany(2_400, into, "n, '', '', 0, 0");
  await guessed();
  const toldIn: number[] = [];
  for (let round = 0; round < 6; round += 1)
    toldIn.push((await check(checkAllRows, rules.length)).broken.length);
  expect(toldIn).toEqual([0, 0, 1, 0, 0, 1]);
});
