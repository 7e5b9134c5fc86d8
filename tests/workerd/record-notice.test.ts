import { paymentResult } from "#contract/payment";
import { asking as ecpayAsking } from "#ecpay/vocabulary";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { returnedBy, type Notice, type Payment } from "../../worker/payments/method.ts";
import type { PaymentMethod } from "../../worker/payments/method.ts";
import { buildResult, readResult } from "../../worker/shop/payments/build-result.ts";
import { askOnce, reconcile } from "../../worker/shop/payments/reconcile.ts";
import { recordNotice } from "../../worker/shop/payments/record-notice.ts";
import { openNotice } from "../../worker/shop/payments/settle.ts";
import { paymentInbox, paymentNotices } from "../../worker/store/schema.ts";
import { minuteMs, noon, secondMs } from "./database.ts";
import { attempts, brokenRules, db, openAttempt, outboxRows } from "./database.ts";
import { paymentOf, refuses, snapshot } from "./database.ts";
import { failAt } from "./ground.ts";
import { key, noticesOf, portsWith } from "./ports.ts";

const record = { merchantTradeNo: "TRY1", fields: { b: "2", a: "1" } };
const reportOf = (changes: Partial<Payment> = {}) => ({ payment: paymentOf(changes), record });
const report = (changes: Partial<Payment> = {}) =>
  ({ kind: "report", ...reportOf(changes) }) as const;
const odd = { kind: "unverified", reason: "unknown_field", record } as const;
const forged = { kind: "refused", reason: "mac" } as const;
const attemptsAre = (...changes: object[]) => expect(attempts()).resolves.toMatchObject(changes);

let later = noon;
beforeEach(() => {
  later += minuteMs;
});

function gateway(notice: Notice, more: Partial<PaymentMethod> = {}) {
  return portsWith({
    now: () => later,
    gateway: { returned: () => Promise.resolve(returnedBy(notice)), ...more },
  });
}

async function bring(notice: Notice, more: Partial<PaymentMethod> = {}, isBelieved = true) {
  const { deps, errors, finished } = gateway(notice, more);
  const notices = noticesOf(notice, { isBelieved });
  const answer = await recordNotice({ deps, provider: "ecpay" }, notices, "the message");
  await finished();
  const inbox = await db.select().from(paymentInbox);
  const told = errors.map(([event]) => event);
  return { answer, inbox, reasons: inbox.map(({ reason }) => reason), told };
}

test("a flawless notice settles, is acknowledged, and is kept as it came, sealed", async () => {
  await openAttempt();
  expect(await bring(report())).toMatchObject({ answer: "acknowledged", inbox: [], told: [] });
  await attemptsAre({ state: "paid", tradeNo: "2611211200000001" });
  const [kept] = await db.select().from(paymentNotices);
  expect(await openNotice(key, kept?.sealed ?? "", "TRY1")).toBe("the message");
  expect(await openNotice(key, kept?.sealed ?? "", "TRY2"), "copied to another row").toBeNull();
});

test.each<[string, Partial<Payment>, string]>([
  ["of a trade that nobody knows", { merchantTradeNo: "NOBODY" }, "unknown_order"],
  ["of another sum", { amountTwd: 1 }, "wrong_amount"],
  ["with a code of neither success nor failure", { status: "unpaid" }, "odd_code"],
  ["of a failure of nobody's trade", { status: "failed", merchantTradeNo: "NO" }, "unknown_order"],
  ["of a failure of another sum", { status: "failed", amountTwd: 1 }, "wrong_amount"],
])("a notice %s settles nothing, and waits for people", async (_what, changes, reason) => {
  await openAttempt();
  expect(await bring(report(changes))).toMatchObject({
    answer: "acknowledged",
    inbox: [{ reason, merchantTradeNo: "TRY1", fields: '{"a":"1","b":"2"}' }],
  });
  await attemptsAre({ state: "open" });
});

test("the same message waits for people once for each reason that it has", async () => {
  await openAttempt();
  const told: string[] = [];
  for (const changes of [{ amountTwd: 1 }, { status: "unpaid" as const }, { amountTwd: 1 }])
    told.push(...(await bring(report(changes))).told);
  expect(told).toEqual(["payment message quarantined", "payment message quarantined"]);
  const inbox = await db.select().from(paymentInbox);
  expect(inbox.map(({ reason }) => reason).sort()).toEqual(["odd_code", "wrong_amount"]);
});

test("a second payment of a paid trade waits for people", async () => {
  await openAttempt();
  await bring(report());
  expect((await bring(report({ tradeNo: "another" }))).reasons).toEqual(["second_trade"]);
});

test("who pays an order twice is owed the second sum, people are told, and the upstream hears which it was", async () => {
  await openAttempt();
  await openAttempt({ id: "second", merchantTradeNo: "TRY2" });
  await bring(report());
  const { told } = await bring(report({ merchantTradeNo: "TRY2", tradeNo: "another" }));
  expect(told).toEqual(["an order was paid twice, or after it was cancelled"]);
  await attemptsAre({ needsRefund: false }, { needsRefund: true });
  const kinds = (await outboxRows()).map(({ kind }) => kind);
  expect(kinds).toEqual(["order.paid", "order.needs_refund"]);
  expect(await brokenRules(later)).toEqual([]);
});

test("a failure is remembered with its code and kept, and may still become a payment", async () => {
  await openAttempt();
  expect(await bring(report({ status: "failed", code: "10100058" }))).toMatchObject({ inbox: [] });
  await attemptsAre({ state: "failed", lastRtnCode: "10100058" });
  expect(await db.select().from(paymentNotices)).toHaveLength(1);
  await bring(report());
  await attemptsAre({ state: "paid" });
});

test.each(["paid", "failed"] as const)(
  "a notice (%s) that is not written fails",
  async (status) => {
    await openAttempt();
    await failAt("INSERT", "payment_notices");
    await expect(bring(report({ status }))).rejects.toThrow();
    await attemptsAre({ state: "open" });
  },
);

test("what is signed but odd is acknowledged, kept for people and asked about; what is not signed is refused and not kept", async () => {
  await openAttempt();
  const { ask, asked } = answering(reportOf());
  const kept = { answer: "acknowledged", reasons: ["unknown_field"] };
  expect(await bring(odd, { ask })).toMatchObject(kept);
  expect(asked, "at once, and never again").toEqual(["TRY1"]);
  await attemptsAre({ state: "paid" });
  expect(await bring(forged, { ask })).toMatchObject({ answer: "refused" });
  await bring({ ...odd, reason: "odd_value" }, { ask });
  expect(asked).toEqual(["TRY1"]);
});

test("refused notices about trades of three members within an hour mean wrong keys, any number of two members' may be their play", async () => {
  const trades = { a: "mei", b: "mei", c: "ken", d: "ana" };
  for (const [id, memberId] of Object.entries(trades))
    await openAttempt({ id, merchantTradeNo: id, memberId });
  let isFlood = false;
  const own = { allows: () => Promise.resolve(!isFlood) };
  const bringAt = async (now: number, ...names: string[]) => {
    const said: string[] = [];
    for (const name of names) {
      const refused = { kind: "refused", reason: "mac", names: name } as const;
      const { deps, errors } = portsWith({ now: () => now, own });
      await recordNotice({ deps, provider: "ecpay" }, noticesOf(refused), "the message");
      said.push(...errors.map(([event]) => `${event}: ${name}`));
    }
    return said;
  };
  const hourMs = 3600_000;
  expect(await bringAt(later, "a", "a", "b", "c", "nobody's")).toEqual([]);
  expect(await bringAt(later + 2 * hourMs, "d", "a")).toEqual([]);
  const alarm = "notices about our trades are refused";
  expect(await bringAt(later + 3 * hourMs - 1, "c")).toEqual([`${alarm}: c`]);
  isFlood = true;
  expect(await bringAt(later + 9 * hourMs, "a", "c", "d"), "ten a minute").toEqual([]);
});

test("where anybody could sign as the gateway, only its answer to a question settles", async () => {
  await openAttempt();
  const { ask, asked } = answering(reportOf());
  const stage = [{ ask }, false] as const;
  const refused = { answer: "refused", inbox: [] };
  const unknown = { ...report(), record: { ...record, merchantTradeNo: "NOBODY" } };
  expect(await bring(unknown, ...stage)).toMatchObject(refused);
  const nameless = { ...odd, record: { ...record, merchantTradeNo: null } };
  expect(await bring(nameless, ...stage)).toMatchObject(refused);
  expect(asked).toEqual([]);
  const inbox = [{ reason: "unconfirmed", resolvedAt: later }];
  expect(await bring(report(), ...stage)).toMatchObject({ answer: "acknowledged", inbox });
  expect(asked).toEqual(["TRY1"]);
  await attemptsAre({ state: "paid" });
  await bring(report({ tradeNo: "another" }), ...stage);
  expect((await db.select().from(paymentInbox)).length, "a paid one is not asked about").toBe(1);
  expect(asked).toEqual(["TRY1"]);
});

test("an odd message there is kept for the reason that it has", async () => {
  await openAttempt();
  const ask = () => Promise.resolve("no_answer" as const);
  expect((await bring(odd, { ask }, false)).reasons).toEqual(["unknown_field"]);
});

function answering(answer: Awaited<ReturnType<PaymentMethod["ask"]>>) {
  const asked: string[] = [];
  const ask = (trade: string) => {
    asked.push(trade);
    return Promise.resolve(answer);
  };
  return { ask, asked };
}

async function come(notice: Notice, more: Partial<PaymentMethod> = {}) {
  const ports = gateway(notice, more);
  const { locale, token } = await buildResult(ports.deps, "ecpay", "the message");
  await ports.finished();
  const shown = token && (await readResult(ports.deps.config, token, later));
  return { locale, shown: shown && paymentResult.parse(shown) };
}

test("a return shows what was paid and by whom, and changes nothing by itself", async () => {
  await openAttempt({ snapshot, queryCount: 1 });
  const { locale, shown } = await come(report());
  expect(locale).toBe("zh");
  const order_date = "2026-11-21T12:00:00.000Z";
  const order = { orderId: "SL261121ABCDE", order_date, amount: 1200, currency: "TWD" };
  const where = { customer_phone: "0912345678", customer_address: "1 Test Road" };
  const person = { customer_name: "Mei", ...where };
  expect(shown).toEqual({
    expiry: later + 10 * minuteMs,
    value: { status: "success", ...order, ...person },
  });
  await attemptsAre({ state: "open", tradeNo: null });
});

test("a return with a payment makes the shop ask the gateway at once, and only the first time", async () => {
  await openAttempt({ snapshot });
  const { ask, asked } = answering("no_answer");
  await come(report({ status: "failed" }), { ask });
  expect(asked, "a failure needs no question").toEqual([]);
  await come(report(), { ask });
  await come(report(), { ask });
  expect(asked).toHaveLength(1);
  const [attempt] = await attempts();
  await askOnce(gateway(report(), { ask }).deps, attempt!);
  expect([asked.length, attempt?.queryCount]).toEqual([1, 1]);
});

test("a signed message that the shop does not understand shows that it is being checked, and asks", async () => {
  await openAttempt({ snapshot });
  const { ask, asked } = answering("no_answer");
  const value = { status: "checking", orderId: "SL261121ABCDE", customer_name: "Mei" };
  expect((await come(odd, { ask })).shown).toMatchObject({ value });
  expect(asked).toEqual(["TRY1"]);
  await come(odd, answering(reportOf()));
  expect((await come(odd)).shown?.value.status, "until it is known").toBe("checking");
});

test("shoppers' returns ask no more often than the gateway likes, nor after the schedule has", async () => {
  for (const at of [1, 2, 3]) {
    const names = { id: `${at}`, merchantTradeNo: `TRY${at}`, orderId: `${at}` };
    await openAttempt({ ...names, snapshot, nextQueryAt: later + (at - 1) * minuteMs });
  }
  const { ask, asked } = answering("no_answer");
  const asking = { ...ecpayAsking, mostPerMinute: 2 };
  await reconcile(gateway(report(), { ask, asking }).deps);
  for (const trade of ["TRY1", "TRY2", "TRY3"])
    await come(report({ merchantTradeNo: trade }), { ask, asking });
  expect(asked).toEqual(["TRY1", "TRY2"]);
});

test("ten minutes after the first the same message shows no person any more, for ever", async () => {
  await openAttempt({ snapshot, state: "paid" });
  const first = later;
  await come(report());
  later = first + 10 * minuteMs - 1;
  const expiry = first + 10 * minuteMs;
  const hers = { expiry, value: { customer_name: "Mei" } };
  expect((await come(report())).shown).toMatchObject(hers);
  later = expiry;
  const nobodys = { customer_name: "", customer_phone: "", customer_address: "" };
  expect((await come(report())).shown).toMatchObject({
    expiry: later + 10 * minuteMs,
    value: { ...nobodys, status: "success" },
  });
});

test("a try that failed is shown so, but an old message of a failure does not unsay a payment", async () => {
  await openAttempt({ snapshot });
  const failed = report({ status: "failed" });
  const shown = async () => (await come(failed)).shown?.value.status;
  expect(await shown()).toBe("failed");
  await bring(report());
  expect(await shown()).toBe("success");
});

test.each<[string, Notice, string]>([
  ["of another sum, in the attempt's language", report({ amountTwd: 1 }), "zh"],
  ["of nobody's trade", report({ merchantTradeNo: "NOBODY" }), "zh"],
  ["that is not the gateway's", forged, "zh"],
])("a message %s shows nothing", async (_what, notice, locale) => {
  await openAttempt({ snapshot, locale: "zh" });
  expect(await come(notice)).toEqual({ locale, shown: null });
});

const due = { nextQueryAt: noon };
async function openDue(count: number) {
  for (let at = 1; at <= count; at += 1)
    await openAttempt({ ...due, id: `${at}`, merchantTradeNo: `TRY${at}`, orderId: `${at}` });
}

test("the schedule settles what the gateway calls paid, and remembers what it calls failed", async () => {
  await openAttempt(due);
  await openAttempt({ ...due, id: "other", merchantTradeNo: "TRY2", orderId: "other" });
  const ask = (merchantTradeNo: string) => {
    const changes = merchantTradeNo === "TRY1" ? {} : { status: "failed" as const, code: "9" };
    return Promise.resolve(reportOf({ merchantTradeNo, ...changes }));
  };
  await reconcile(gateway(report(), { ask }).deps);
  await attemptsAre({ state: "paid" }, { state: "failed", lastRtnCode: "9" });
});

test("an answer of another sum waits for people, and the attempt is asked about again", async () => {
  await openAttempt(due);
  const ask = () => Promise.resolve(reportOf({ amountTwd: 1 }));
  await reconcile(gateway(report(), { ask }).deps);
  await attemptsAre({ state: "open" });
  const [kept, ...others] = await db.select().from(paymentInbox);
  expect([kept?.reason, others]).toEqual(["query_wrong_amount", []]);
});

test("a gateway that wants to be left alone is, for half an hour, by schedule and shoppers alike", async () => {
  await openDue(6);
  const { ask, asked } = answering("too_fast");
  const { deps } = gateway(report(), { ask });
  await reconcile(deps);
  expect(asked, "the four at once, and no more").toHaveLength(4);
  const paused = later;
  later = paused + 1_800_000 - 1;
  await reconcile(deps);
  const [attempt] = await attempts();
  await askOnce(deps, { ...attempt!, queryCount: 0 });
  expect(asked).toHaveLength(4);
  later = paused + 1_800_000;
  await reconcile(deps);
  expect(asked).toHaveLength(8);
});

test("in one minute the gateway is asked as often as it likes, and about the rest in the next", async () => {
  await openDue(25);
  const { ask, asked } = answering("no_answer");
  const { deps } = gateway(report(), { ask, asking: { ...ecpayAsking, mostPerMinute: 22 } });
  await reconcile(deps);
  expect(asked).toHaveLength(22);
  later += minuteMs + secondMs;
  await reconcile(deps);
  expect(asked).toHaveLength(25);
});

test("a mistake of ours in reading the gateway's answer is not taken for an answer", async () => {
  await openAttempt(due);
  const ask = () => Promise.reject(new ShopError("internal"));
  await refuses(reconcile(gateway(report(), { ask }).deps), "internal");
  await attemptsAre({ state: "open" });
});
