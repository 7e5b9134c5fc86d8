/** `worker/shop/payments/reconcile.ts`: an attempt's end. */
import { expect, test } from "vitest";
import { reconcile } from "../../worker/shop/payments/reconcile.ts";
import { paymentAttempts } from "../../worker/store/schema.ts";
import { attempts, dayMs, db, minuteMs, noon, openAttempt, paymentOf } from "./database.ts";
import { portsWith } from "./ports.ts";

const errors: string[] = [];
const end = noon + 7 * dayMs;

/** The schedule asks about an attempt whose week ends at `end`. */
async function ask(answer: "no_answer" | "unpaid" | "unknown", now: number) {
  await openAttempt({ expiresAt: end, nextQueryAt: now });
  const payment = paymentOf({ status: answer === "unknown" ? "unknown" : "unpaid", paidAt: null });
  const report = { payment, record: { merchantTradeNo: "TRY1", fields: {} } };
  const { deps } = portsWith({
    now: () => now,
    gateway: { ask: () => Promise.resolve(answer === "no_answer" ? answer : report) },
  });
  const log = { ...deps.log, error: (event: string) => errors.push(event) };
  await reconcile(Object.create(deps, { log: { value: log } }));
  const [attempt] = await attempts();
  return { state: attempt?.state, askedAgainMs: (attempt?.nextQueryAt ?? 0) - now };
}

test.each(["unpaid", "unknown"] as const)(
  "what ECPay calls %s runs out at its end, and not before",
  async (answer) => {
    expect(await ask(answer, end)).toMatchObject({ state: "expired" });
  },
);

test("what ECPay calls unpaid a moment before its end stays open, and is asked about once more", async () => {
  expect(await ask("unpaid", end - 1)).toEqual({ state: "open", askedAgainMs: 1 });
});

test("while ECPay cannot be reached an attempt does not run out, and is asked about every ten minutes", async () => {
  expect(await ask("no_answer", end)).toEqual({ state: "open", askedAgainMs: 10 * minuteMs });
});

test("after a day of silence it does", async () => {
  expect(await ask("no_answer", end + dayMs - 1)).toMatchObject({ state: "open" });
});

test("a day after its end nobody asks any more", async () => {
  expect(await ask("no_answer", end + dayMs)).toMatchObject({ state: "expired" });
});

test("an attempt that ran out without an answer is for people, one that ECPay called unpaid is not", async () => {
  const errorsOf = async (answer: "no_answer" | "unpaid") => {
    errors.length = 0;
    await ask(answer, end + dayMs);
    return errors;
  };
  expect(await errorsOf("unpaid")).toEqual([]);
  await db.delete(paymentAttempts);
  expect(await errorsOf("no_answer")).toEqual(["an attempt ran out without an answer"]);
});
