/**
 * While a deployment is under way, and after it was taken back, the version before runs on the newer tables; and the new one finds
 * rows that the version before has written. The version before is what it asked of its database, kept in `tests/fixtures/versions`.
 */
import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, isNull } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { Database } from "../../worker/deps.ts";
import { runSchedule } from "../../worker/scheduled.ts";
import { addItem, findCart } from "../../worker/store/carts.ts";
import { settleAttempt } from "../../worker/store/payments.ts";
import { rotateRefreshToken } from "../../worker/store/sessions.ts";
import { paymentAttempts, refreshTokens, sessions } from "../../worker/store/schema.ts";
import { selectLiveSessions } from "../../worker/store/sessions.ts";
import { callsOfRecording } from "../support/recordings.ts";
import { changeOf, lineOf } from "./cart-rows.ts";
import { brokenRules, dayMs, minuteMs, paymentOf } from "./database.ts";
import { leaveNothing } from "./ground.ts";
import { portsWith } from "./ports.ts";

const upTo = (name: string): D1Migration[] =>
  env.MIGRATIONS.filter((migration) => migration.name <= name);

async function replay(binding: D1Database, calls: readonly string[][]) {
  const answers = [];
  for (const call of calls) {
    const outcomes = await binding.batch(call.map((sql) => binding.prepare(sql)));
    answers.push(outcomes.map(({ results, meta }) => ({ results, changes: meta.changes })));
  }
  return answers;
}

async function schedule(db: Database, now: number): Promise<string[]> {
  const { deps, errors } = portsWith({
    now: () => now,
    gateway: { ask: () => Promise.resolve("no_answer"), refundableBefore: () => null },
    own: { db, notifyPeople: () => Promise.resolve(true) },
  });
  await runSchedule(deps);
  // The key that sealed them is not in the recording.
  const faults = errors.filter(([event]) => !event.startsWith("second_step.unreadable"));
  return faults.map(([event, { reason }]) => `${event} ${reason}`);
}

describe.each(Object.entries(env.VERSIONS))("the version of %s", (schema, text) => {
  const calls = callsOfRecording(text);
  const began = Number(/\b1\d{12}\b/.exec(text)?.[0]);

  test("does on the newest tables what it did on its own", async () => {
    leaveNothing();
    await applyD1Migrations(env.SECOND, upTo(schema));
    const before = await replay(env.SECOND, calls);
    expect(before.flat().filter(({ changes }) => changes > 0).length).toBeGreaterThan(100);
    expect(await replay(env.DB, calls)).toEqual(before);
    expect(await brokenRules(began + minuteMs)).toEqual([]);
  });

  test("and this one work on the same tables in turns", async () => {
    const faults: string[] = [];
    const db = drizzle(env.DB);
    for (let at = 0; at < calls.length; at += 50) {
      await replay(env.DB, calls.slice(at, at + 50));
      faults.push(...(await schedule(db, began + (at / 50) * minuteMs)));
    }
    expect(faults).toEqual([]);
    expect(await brokenRules(began + minuteMs)).toEqual([]);
  });

  test("leaves rows with which this one goes on", async () => {
    leaveNothing();
    await applyD1Migrations(env.SECOND, upTo(schema));
    await replay(env.SECOND, calls);
    await applyD1Migrations(env.SECOND, env.MIGRATIONS);
    const db = drizzle(env.SECOND);
    const now = began + 10 * minuteMs;
    const [alive] = await db.select().from(sessions).where(isNull(sessions.endedAt));
    const memberId = alive?.memberId ?? "";
    const live = await selectLiveSessions(db, memberId, now);
    expect(live).toHaveLength(1);
    const sessionId = live[0]?.id ?? "";
    const [token] = await db
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.sessionId, sessionId));
    const rotation = { sessionId, hash: token?.hash ?? "", successorHashes: ["next"] };
    expect(
      await rotateRefreshToken(db, { ...rotation, generation: 0, now, idleMs: dayMs }),
    ).toMatchObject({ won: true, newestSuccessor: "next" });
    const owner = { memberId };
    const { items } = await findCart(db, owner, now);
    expect(items).toHaveLength(1);
    const change = changeOf(owner, { now, expiresAt: now + dayMs });
    const { cart } = await addItem(db, change, "unused", lineOf("new line"));
    expect(cart.items).toHaveLength(2);
    // One was cancelled, one failed and one paid for the same order: money that still comes is owed back.
    const attempts = await db.select().from(paymentAttempts);
    expect(attempts.map(({ state }) => state).toSorted()).toEqual(["failed", "open", "paid"]);
    for (const { merchantTradeNo, amountTwd, state, provider } of attempts) {
      const payment = paymentOf({ merchantTradeNo, amountTwd, paidAt: now });
      const nonce = `settles ${merchantTradeNo}`;
      const settled = await settleAttempt(db, { provider, payment, nonce, now });
      expect(settled?.state).toBe("paid");
      const [isOwed, isNew] = [settled?.needsRefund, settled?.settleNonce === nonce];
      expect([isOwed, isNew], state).toEqual([state !== "paid", state !== "paid"]);
    }
    expect(await schedule(db, now)).toEqual([]);
    expect(await brokenRules(now, env.SECOND)).toEqual([]);
  });
});

test("a version before the present tables is among them", () => {
  const newest = env.MIGRATIONS.at(-1)?.name ?? "";
  const schemas = Object.keys(env.VERSIONS);
  expect(schemas.some((schema) => schema < newest)).toBe(true);
  for (const schema of schemas) expect(upTo(schema).at(-1)?.name).toBe(schema);
});
