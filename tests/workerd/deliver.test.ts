import { ShopError } from "../../worker/errors/shop-error.ts";
import { deliverOutbox, warnOfLateRows } from "../../worker/shop/outbox/deliver.ts";
import { leaseRows, markSent, putOff, type EventKind } from "../../worker/store/outbox.ts";
import { outbox } from "../../worker/store/schema.ts";
import { minuteMs, noon, secondMs } from "./database.ts";
import { attempts, db, openAttempt, outboxRows, paidEvent, unsent } from "./database.ts";
import { type Answers, portsWith } from "./ports.ts";

const on = {
  UPSTREAM_PAYMENT_EVENTS_PATH: "/payment-events",
  UPSTREAM_CANCELLATIONS_PATH: "/cancellations",
  UPSTREAM_SERVICE_TOKEN: "the credential",
} as const;
const cancelledEvent = { order_id: "order", cancelled_at: new Date(noon).toISOString() };

function put(kind: EventKind, changes: Parameters<typeof unsent>[0] = {}) {
  const cancelled = kind === "order.cancelled" && { payload: JSON.stringify(cancelledEvent) };
  return unsent({ kind, ...cancelled, ...changes });
}

type Delivery = { config?: object; orderId?: string; now?: number };
async function deliver(answers: Answers, { config = on, orderId, now = noon }: Delivery = {}) {
  const { deps, asked: sent, said } = portsWith({ config, answers, now: () => now });
  await deliverOutbox(deps, orderId);
  return { sent, said };
}
const accepting: Answers = () => ({ outcome: "accepted" });
const refusing =
  (status: number): Answers =>
  () =>
    new ShopError("upstream_refused", { status });
const sentAts = async () => (await outboxRows()).map(({ sentAt }) => sentAt);

test("the upstream is told of a payment with the shop's credential, under a key of its own", async () => {
  await put("order.paid", { idempotencyKey: "payment-TRY1" });
  const { sent } = await deliver(accepting);
  const call = { path: "/payment-events", bearer: "the credential" };
  const body = { ...paidEvent, invoice: null };
  expect(sent).toMatchObject([{ ...call, body, idempotencyKey: "payment-TRY1" }]);
  expect(await outboxRows()).toMatchObject([{ sentAt: noon, leaseUntil: 0, attempts: 1 }]);
  expect((await deliver(accepting)).sent).toEqual([]);
});

test("every kind that the upstream takes is sent, and no other", async () => {
  await put("order.paid");
  await put("order.needs_refund", { orderId: "second" });
  await put("order.cancelled", { orderId: "third" });
  expect((await deliver(accepting, { config: {} })).sent).toEqual([]);
  const payments = { UPSTREAM_PAYMENT_EVENTS_PATH: "/payment-events" };
  expect((await deliver(accepting, { config: payments })).sent).toHaveLength(2);
  const ofOrder = { config: payments, orderId: "third" };
  expect((await deliver(accepting, ofOrder)).sent).toEqual([]);
  expect(await sentAts()).toEqual([noon, noon, null]);
  const cancellation = { path: "/cancellations", body: cancelledEvent };
  expect((await deliver(accepting)).sent).toMatchObject([cancellation]);
  expect(await sentAts()).toEqual([noon, noon, noon]);
});

test.each([
  ["accepted", false, []],
  ["needs_refund", true, [["error", "a payment must be refunded"]]],
])("money that the upstream calls %s is owed back: %s", async (outcome, needsRefund, told) => {
  await openAttempt({ state: "paid" });
  await put("order.paid");
  expect((await deliver(() => ({ outcome }))).said).toEqual(told);
  expect(await sentAts()).toEqual([noon]);
  expect(await attempts()).toMatchObject([{ needsRefund }]);
});

test.each([
  ["refuses", refusing(422)],
  ["fails", refusing(503)],
  ["answers something else", () => ({ outcome: "perhaps" })],
])("a payment that the upstream %s is sent again later", async (_what, answers) => {
  await put("order.paid");
  const { sent } = await deliver(answers);
  expect(sent).toHaveLength(1);
  const [row] = await outboxRows();
  expect(row).toMatchObject({ sentAt: null, attempts: 1, leaseUntil: 0 });
  expect((await deliver(accepting, { orderId: "order" })).sent, "nor sooner").toEqual([]);
  expect((await deliver(accepting, { now: noon + 4000 })).sent).toHaveLength(1);
});

test.each([
  [0, 2_000, 4_000],
  [5, 60_000, 120_000],
  [30, 60_000, 120_000],
])("after %i tries before it the pause is from %i to %i ms", async (before, least, most) => {
  const pauses: number[] = [];
  for (let time = 0; time < 12; time += 1) {
    await db.delete(outbox);
    await put("order.paid", { attempts: before });
    await deliver(refusing(503));
    pauses.push(((await outboxRows())[0]?.nextAt ?? 0) - noon);
  }
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(least);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(most);
  expect(new Set(pauses).size, "so that rows which failed together part").toBeGreaterThan(1);
});

const isRefused = [["error", "the upstream refused a cancellation"]];
test.each([
  ...[404, 409, 410, 422].map((status) => [status, noon, isRefused] as const),
  ...[400, 401, 429, 503].map((status) => [status, null, []] as const),
])("a cancellation answered with %i is done with, or not: %s", async (status, sentAt, told) => {
  await put("order.cancelled");
  const { said } = await deliver(refusing(status));
  expect(said.filter(([, event]) => event.includes("refused a cancellation"))).toEqual(told);
  expect(await sentAts()).toEqual([sentAt]);
});

test("a mistake of ours in a cancellation is not taken for the upstream's last word", async () => {
  await put("order.cancelled", { payload: "{}" });
  expect((await deliver(accepting)).sent).toEqual([]);
  expect(await sentAts()).toEqual([null]);
});

const during = { ...on, UPSTREAM_SERVICE_TOKEN_PREVIOUS: "the one before" };
test.each([
  [401, during, ["the credential", "the one before"]],
  [403, during, ["the credential", "the one before"]],
  [503, during, ["the credential"]],
  [401, on, ["the credential"]],
])("while the credential changes, after %i these are tried", async (status, config, tried) => {
  await put("order.paid");
  const { sent } = await deliver(refusing(status), { config });
  expect(sent.map(({ bearer }) => bearer)).toEqual(tried);
});

test("an upstream that knows only the credential before takes it", async () => {
  await put("order.paid");
  const knowing: Answers = (path, request) =>
    (request.bearer === "the credential" ? refusing(401) : accepting)(path, request);
  await deliver(knowing, { config: during });
  expect(await sentAts()).toEqual([noon]);
});

test("a long queue is sent in one run, an order's events one after the other", async () => {
  for (let order = 0; order < 11; order += 1) await put("order.paid", { orderId: `${order}` });
  await put("order.needs_refund", { orderId: "0" });
  expect((await deliver(accepting)).sent).toHaveLength(12);
});

test("a run ends before its minute is over", async () => {
  for (let order = 0; order < 11; order += 1) await put("order.paid", { orderId: `${order}` });
  let now = noon;
  const { deps, heard } = portsWith({
    config: on,
    now: () => now,
    answers: () => {
      now += 8_000;
      return { outcome: "accepted" };
    },
  });
  await deliverOutbox(deps);
  expect(heard, "eight took more than forty seconds").toHaveLength(8);
});

async function warned(config: object, now: number) {
  const { deps, said } = portsWith({ config, now: () => now });
  await warnOfLateRows(deps);
  return said;
}
const late = noon + 15 * minuteMs + 1;

test("events that the upstream has not taken for a quarter of an hour are an error, every minute", async () => {
  await put("order.cancelled", { nextAt: late + minuteMs });
  expect(await warned(on, late - 1)).toEqual([]);
  const error = [["error", "events for the upstream are late"]];
  expect(await warned(on, late)).toEqual(error);
  expect(await warned(on, late)).toEqual(error);
});

test("without a path for payments an operator hears of them once an hour, and of no cancellations", async () => {
  await put("order.cancelled", { orderId: "other" });
  expect(await warned({}, late)).toEqual([]);
  await put("order.paid");
  const hour = 60 * minuteMs;
  expect(await warned({}, late + hour - 1), "once an hour").toEqual([]);
  const warning = [["warn", "settled payments are not known to the upstream"]];
  expect(await warned({}, late + hour)).toEqual(warning);
  expect(await warned({}, late + hour + 1)).toEqual([]);
});

const leaseMs = 30 * secondMs;
const payments: EventKind[] = ["order.paid", "order.needs_refund"];
const lease = (now: number, most = 5, kinds = payments) =>
  leaseRows(db, { kinds, now, leaseMs, most });

async function paid(...orderIds: string[]): Promise<void> {
  for (const [index, orderId] of orderIds.entries())
    await unsent({ orderId, idempotencyKey: `payment-${index}` });
}

const ordersOf = (rows: { orderId: string }[]) => rows.map(({ orderId }) => orderId).sort();

test("two deliveries at once never take the same payment", async () => {
  await paid("mei", "chen", "sato", "kenji");
  const [one = [], other = []] = await Promise.all([lease(noon, 3), lease(noon, 3)]);
  expect(ordersOf([...one, ...other])).toEqual(["chen", "kenji", "mei", "sato"]);
});

test("the upstream hears of an order's second event after the first", async () => {
  await paid("mei", "mei", "chen");
  const rows = await lease(noon);
  expect(ordersOf(rows)).toEqual(["chen", "mei"]);
  await markSent(db, rows, [], noon);
  const next = await lease(noon + secondMs);
  expect(next.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["payment-1"]);
});

test("what a delivery that died had taken is delivered again when its time is over", async () => {
  await paid("mei");
  expect(await lease(noon)).toHaveLength(1);
  expect(await lease(noon + leaseMs - 1)).toEqual([]);
  expect(await lease(noon + leaseMs)).toMatchObject([{ orderId: "mei", attempts: 2 }]);
});

test("a payment that the upstream keeps refusing holds up nobody else's (R85)", async () => {
  await paid("refused");
  const [refused] = await lease(noon);
  if (refused) await putOff(db, [{ row: refused, nextAt: noon + minuteMs }]);
  expect(await lease(noon + 59 * secondMs), "it waits its turn").toEqual([]);
  await unsent({ orderId: "mei" });
  expect(ordersOf(await lease(noon + minuteMs, 1)), "the least tried goes first").toEqual(["mei"]);
});

test("a delivery that was given up for dead puts nothing off once another has taken its row", async () => {
  await paid("mei");
  const [dead] = await lease(noon);
  const [heir] = await lease(noon + leaseMs);
  if (dead === undefined || heir === undefined) throw new Error("nothing was leased");
  await putOff(db, [{ row: dead, nextAt: noon + leaseMs + 1 }]);
  expect(await lease(noon + leaseMs + 1), "the heir still holds it").toEqual([]);
  expect(await outboxRows()).toMatchObject([{ leaseUntil: heir.leaseUntil, nextAt: noon }]);
});

test("what the upstream has taken is not put off, and goes to nobody again", async () => {
  await paid("mei");
  const [row] = await lease(noon);
  if (row === undefined) throw new Error("nothing was leased");
  await markSent(db, [row], [], noon + secondMs);
  await putOff(db, [{ row: { ...row, leaseUntil: 0 }, nextAt: noon + minuteMs }]);
  await markSent(db, [row], [], noon + minuteMs);
  expect(await outboxRows()).toMatchObject([{ sentAt: noon + secondMs, nextAt: noon }]);
  expect(await lease(noon + 2 * minuteMs)).toEqual([]);
});
