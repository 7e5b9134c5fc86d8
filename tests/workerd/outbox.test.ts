import { expect, test } from "vitest";
import {
  leaseRows,
  lateRows,
  markSent,
  putOff,
  type EventKind,
} from "../../worker/store/outbox.ts";
import { db, minuteMs, noon, outboxRows, secondMs, unsent } from "./database.ts";

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

test("an event of a kind that the upstream does not take waits, and holds up no other of its order", async () => {
  await unsent({ orderId: "mei", kind: "order.cancelled" });
  await unsent({ orderId: "mei", kind: "order.needs_refund" });
  expect((await lease(noon)).map(({ kind }) => kind)).toEqual(["order.needs_refund"]);
  expect((await lease(noon, 5, ["order.cancelled"])).map(({ kind }) => kind)).toEqual([
    "order.cancelled",
  ]);
  expect((await lateRows(db, payments, noon + minuteMs)).count).toBe(1);
});

test("a delivery that was given up for dead puts nothing off once another has taken its row", async () => {
  await paid("mei");
  const [late] = await lease(noon);
  const [heir] = await lease(noon + leaseMs);
  if (late === undefined || heir === undefined) throw new Error("nothing was leased");
  await putOff(db, [{ row: late, nextAt: noon + leaseMs + 1 }]);
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
