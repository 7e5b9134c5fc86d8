import type { Report } from "../../worker/payments/method.ts";
import { startAttempt } from "../../worker/shop/checkout/claim-request.ts";
import { buildResult, readResult } from "../../worker/shop/payments/build-result.ts";
import { askOnce, reconcile, warnOfLateQuestions } from "../../worker/shop/payments/reconcile.ts";
import { cancelOrder } from "../../worker/store/cancelled-orders.ts";
import { claimDueQueries, countDueQueries, lateQueries } from "../../worker/store/due-queries.ts";
import { paymentAttempts } from "../../worker/store/schema.ts";
import { dayMs, minuteMs, noon } from "./database.ts";
import { attempts, claimed, db, meisOrder, openAttempt, reportOf, snapshot } from "./database.ts";
import { portsWith } from "./ports.ts";

const inTimeMs = 9 * minuteMs;
const opened = (id: string, lateMs: number, changes: Parameters<typeof openAttempt>[0] = {}) =>
  openAttempt({ id, merchantTradeNo: id, orderId: id, nextQueryAt: noon - lateMs, ...changes });

test("asked first is what is in time, the longest due first; then what is late, the latest first; then what may wait (R52)", async () => {
  await opened("in time", minuteMs);
  await opened("in time, longer", 8 * minuteMs, { state: "failed" });
  await opened("late", inTimeMs);
  await opened("later", dayMs);
  await opened("may wait", 2 * minuteMs, { queryMayWait: true });
  await opened("may wait, longer", 2 * dayMs, { queryMayWait: true });
  await opened("not yet", -1);
  await opened("paid", minuteMs, { state: "paid" });
  await opened("expired", minuteMs, { state: "expired" });
  expect(await countDueQueries(db, "ecpay", noon, 10)).toBe(6);
  expect(await countDueQueries(db, "ecpay", noon, 4)).toBe(4);
  const order: string[] = [];
  for (;;) {
    const [next] = await claimDueQueries(db, "ecpay", noon, 1);
    if (next === undefined) break;
    order.push(next.id);
  }
  const inTime = ["in time, longer", "in time"];
  expect(order).toEqual([...inTime, "late", "later", "may wait, longer", "may wait"]);
});

test("questions that are a quarter of an hour late raise an alarm, those that may wait when they are a day late (R52)", async () => {
  const late = () => lateQueries(db, "ecpay", noon);
  const { deps, errors } = portsWith({});
  const warn = () => warnOfLateQuestions(deps);
  await opened("in time", 14 * minuteMs);
  await opened("may wait", dayMs - minuteMs, { queryMayWait: true });
  expect(await late()).toEqual({ count: 0, oldestAt: 0 });
  await warn();
  expect(errors).toEqual([]);
  await opened("late", 20 * minuteMs);
  await opened("may wait no longer", dayMs + minuteMs, { queryMayWait: true });
  expect(await late()).toEqual({ count: 2, oldestAt: noon - dayMs - minuteMs });
  await warn();
  const facts = { reason: "ecpay", count: 2, ageSeconds: (dayMs + minuteMs) / 1000 };
  expect(errors).toEqual([["questions to the gateway are late", facts]]);
});

test("what was being asked when the schedule ended is asked again five minutes later (R52)", async () => {
  await openAttempt({ nextQueryAt: noon });
  const gateway = { ask: () => Promise.reject(new Error("the Worker has ended")) };
  const { deps } = portsWith({ now: () => noon, gateway });
  await expect(reconcile(deps)).rejects.toThrow("the Worker has ended");
  expect(await attempts()).toMatchObject([{ state: "open", nextQueryAt: noon + 5 * minuteMs }]);
});

const end = noon + 7 * dayMs;

async function ask(answer: "no_answer" | "unpaid" | "unknown", now: number) {
  await openAttempt({ expiresAt: end, nextQueryAt: now });
  const said = answer === "no_answer" ? answer : reportOf({ status: answer, paidAt: null });
  const gateway = { ask: () => Promise.resolve(said) };
  const { deps, errors } = portsWith({ now: () => now, gateway });
  await reconcile(deps);
  const [attempt] = await attempts();
  const told = errors.map(([event]) => event);
  return { state: attempt?.state, askedAgainMs: (attempt?.nextQueryAt ?? 0) - now, told };
}

test("who comes back after half an hour has the gateway asked again ten minutes later", async () => {
  await openAttempt({ expiresAt: end });
  const [attempt] = await attempts();
  const later = noon + 30 * minuteMs;
  const gateway = { ask: () => Promise.resolve(reportOf({ status: "unpaid" })) };
  await askOnce(portsWith({ now: () => later, gateway }).deps, attempt!);
  expect(await attempts()).toMatchObject([{ nextQueryAt: later + 10 * minuteMs }]);
});

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
  const { told } = await ask("no_answer", end + dayMs);
  expect(told).toEqual(["an attempt ran out without an answer"]);
});

test("a lost answer wakes nobody, a second one in a row does", async () => {
  const told: string[][] = [];
  for (const answer of ["no_answer", "no_answer", "unpaid", "no_answer"] as const) {
    told.push((await ask(answer, noon)).told);
    await db.delete(paymentAttempts);
  }
  expect(told).toEqual([[], ["the gateway gives no usable answer"], [], []]);
});

/** It answers one confirmation after the other so, and for the rest says that the shopper agreed. */
function agreed(...answers: (Report | "no_answer")[]) {
  const confirmed: string[] = [];
  let now = noon;
  const { deps, finished } = portsWith({
    now: () => now,
    gateway: {
      start: () => Promise.resolve({ merchantTradeNo: "TRY1", redirect: "https://wallet.test/1" }),
      returned: (merchantTradeNo) =>
        Promise.resolve({ merchantTradeNo, status: "authorised", amountTwd: null }),
      ask: () => Promise.resolve(reportOf({ status: "authorised" })),
      confirm: (trade, amountTwd) => {
        confirmed.push(`${trade} ${amountTwd}`);
        return Promise.resolve(answers[confirmed.length - 1] ?? "no_answer");
      },
    },
  });
  const comeBack = async () => {
    const { token } = await buildResult(deps, "ecpay", "TRY1");
    await finished();
    return token && (await readResult(deps.config, token, now))?.value.status;
  };
  const runAt = (at: number) => {
    now = at;
    return reconcile(deps);
  };
  return { deps, confirmed, comeBack, runAt };
}

test("the shopper is sent to its address, with no form to post", async () => {
  const claim = await claimed("checkout:mei", "press", noon);
  const wanted = { ...meisOrder, cartItemIds: [], snapshot };
  expect(await startAttempt(agreed().deps, wanted, claim)).toMatchObject({
    ecpay_form_data: {},
    payment_url: "",
    payment_redirect_url: "https://wallet.test/1",
  });
});

test("what the shopper agreed to is confirmed once, however often they return at once, and then is paid", async () => {
  await openAttempt({ snapshot });
  const { comeBack, confirmed } = agreed(reportOf());
  const shown = await Promise.all([comeBack(), comeBack()]);
  expect(shown.sort()).toEqual(["checking", "success"]);
  expect(await comeBack()).toBe("success");
  expect(confirmed).toEqual(["TRY1 1200"]);
  expect(await attempts()).toMatchObject([{ state: "paid", needsRefund: false }]);
});

test("where the answer to a confirmation is lost, the schedule asks, and confirms what still waits for it", async () => {
  await openAttempt({ snapshot, nextQueryAt: noon, queryCount: 1 });
  const { comeBack, runAt, confirmed } = agreed("no_answer", reportOf());
  expect(await comeBack()).toBe("checking");
  await runAt(noon + minuteMs);
  expect(confirmed, "the first may still be on its way").toHaveLength(1);
  await runAt(noon + 11 * minuteMs);
  expect(confirmed).toHaveLength(2);
  expect(await attempts()).toMatchObject([{ state: "paid" }]);
});

test("a confirmation that is refused takes no money", async () => {
  await openAttempt({ snapshot });
  const { comeBack } = agreed(reportOf({ status: "failed", code: "1169" }));
  expect(await comeBack()).toBe("failed");
  expect(await attempts()).toMatchObject([{ state: "failed", lastRtnCode: "1169" }]);
});

test.each([
  ["cancelled", () => cancelOrder(db, { ...meisOrder, now: noon, isReported: false })],
  ["paid", () => openAttempt({ id: "other", merchantTradeNo: "TRY2", state: "paid" })],
])("nothing is confirmed for an order that its member has %s meanwhile", async (_what, happen) => {
  await openAttempt({ snapshot });
  const { comeBack, confirmed } = agreed(reportOf());
  await happen();
  expect(await comeBack()).toBe("checking");
  expect(confirmed).toEqual([]);
});
