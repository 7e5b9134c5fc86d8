/** `worker/shop/payments/reconcile.ts`: an attempt's end. */
import { expect, test } from "vitest";
import { reconcile } from "../../worker/shop/payments/reconcile.ts";
import { paymentAttempts } from "../../worker/store/schema.ts";
import { attempts, dayMs, db, minuteMs, noon, openAttempt, paymentOf } from "./database.ts";
import { portsWith } from "./ports.ts";

const end = noon + 7 * dayMs;

/** The schedule asks about an attempt whose week ends at `end`. */
async function ask(answer: "no_answer" | "unpaid" | "unknown", now: number) {
  await openAttempt({ expiresAt: end, nextQueryAt: now });
  const payment = paymentOf({ status: answer === "unknown" ? "unknown" : "unpaid", paidAt: null });
  const report = { payment, record: { merchantTradeNo: "TRY1", fields: {} } };
  const { deps, errors } = portsWith({
    now: () => now,
    gateway: { ask: () => Promise.resolve(answer === "no_answer" ? answer : report) },
  });
  await reconcile(deps);
  const [attempt] = await attempts();
  const told = errors.map(([event]) => event);
  return { state: attempt?.state, askedAgainMs: (attempt?.nextQueryAt ?? 0) - now, told };
}

test.each([
  ["unpaid", end, { state: "expired" }],
  ["unknown", end, { state: "expired" }],
  ["unpaid", end - 1, { state: "open", askedAgainMs: 1 }],
  ["no_answer", end, { state: "open", askedAgainMs: 10 * minuteMs }],
  ["no_answer", end + dayMs - 1, { state: "open" }],
  ["no_answer", end + dayMs, { state: "expired" }],
] as const)(
  "an attempt of which ECPay says %s at its end (%i) or a day later runs out, or is asked about again",
  async (answer, now, outcome) => expect(await ask(answer, now)).toMatchObject(outcome),
);

test("an attempt that ran out without an answer is for people, one that ECPay called unpaid is not", async () => {
  expect((await ask("unpaid", end + dayMs)).told).toEqual([]);
  await db.delete(paymentAttempts);
  expect((await ask("no_answer", end + dayMs)).told).toEqual([
    "an attempt ran out without an answer",
  ]);
});
