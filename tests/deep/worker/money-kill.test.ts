import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { burst, report, seeded, sized } from "../../support/experiment.ts";
import { beHostile } from "../../support/upstream-state.ts";
import { brokenRules } from "../../support/invariants.ts";
import {
  booksOf,
  genuineNotice,
  newPayableOrders,
  notify,
  rows as sql,
  type PayableOrder,
} from "../../support/payments.ts";
import { root } from "../../support/repository.ts";
import { startShop, type Shop } from "../../support/shop.ts";

const folder = mkdtempSync(resolve(root, "node_modules/.cache/killable-"));
let shop: Shop;

async function start(): Promise<void> {
  const kept = join(folder, "state");
  shop = await startShop({ main: "tests/support/hostile-shop.mjs", kept });
}
/** Miniflare ends its runtime by that signal, whatever is under way. */
const kill = () => shop.close();

beforeAll(start);
afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true });
});

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** True for `1|OK`; a connection that breaks says nothing, as it says nothing to ECPay. */
async function tell(order: PayableOrder): Promise<boolean> {
  try {
    const { status, text } = await notify(shop, await genuineNotice(order));
    return status === 200 && text === "1|OK";
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const heard = () =>
  sql<{ order_id: string; told: number }>(
    shop.upstreamDb,
    "SELECT order_id, count(*) AS told FROM payment_events GROUP BY order_id",
  );

/** Nothing of what was cut off holds a lease any longer, and all reaches the upstream, each order once. */
async function everythingDelivered(orders: readonly PayableOrder[]): Promise<void> {
  const unsent = async () => {
    await sql(shop.db, "UPDATE outbox SET lease_until = 0, next_at = 0 WHERE sent_at IS NULL");
    await shop.runSchedule();
    return (await booksOf(shop, orders)).filter((book) => book.unsent > 0);
  };
  await expect.poll(unsent, { timeout: 120_000, interval: 500 }).toEqual([]);
  const paidOnce = { state: "paid", needsRefund: 0, outboxRows: 1, unsent: 0, upstream: "pending" };
  expect(await booksOf(shop, orders)).toEqual(orders.map(() => paidOnce));
  expect((await heard()).filter(({ told }) => told !== 1)).toEqual([]);
  expect(await brokenRules(shop.db)).toEqual([]);
}

/** Sends all, and kills the shop when it `isEnough`, or some were not acknowledged. @returns the orders that were acknowledged. */
async function tellUntilKilled(
  orders: readonly PayableOrder[],
  isEnough: (acknowledged: readonly PayableOrder[]) => boolean | Promise<boolean>,
): Promise<PayableOrder[]> {
  const acknowledged: PayableOrder[] = [];
  let answered = 0;
  const telling = burst(orders.length, 20, async (index) => {
    const order = orders[index] ?? expect.unreachable();
    if (await tell(order)) acknowledged.push(order);
    answered += 1;
  });
  const wereRefused = () => answered === orders.length && acknowledged.length < answered;
  while (!wereRefused() && !(await isEnough(acknowledged))) await pause(1);
  await kill();
  await telling;
  await start();
  return acknowledged;
}

test("killed in the middle of callbacks, the shop has written what it acknowledged, and redelivery settles the rest once (R48, R49, E12)", async () => {
  const chance = seeded(12);
  const rows = [];
  const all: PayableOrder[] = [];
  for (let cycle = 1; cycle <= sized(1, 12); cycle += 1) {
    const orders = await newPayableOrders(shop, sized(30, 60));
    all.push(...orders);
    await beHostile(shop, { seed: cycle, delayMs: 8 });
    const enough = chance.below(orders.length);
    const acknowledged = await tellUntilKilled(orders, ({ length }) => length >= enough);
    const written = await booksOf(shop, acknowledged);
    rows.push({ cycle, orders: orders.length, acknowledged: acknowledged.length });
    expect(written.filter(({ state, outboxRows }) => state !== "paid" || outboxRows !== 1)).toEqual(
      [],
    );
    expect(await brokenRules(shop.db)).toEqual([]);
    const again = await burst(orders.length, 20, (index) => tell(orders[index] as PayableOrder));
    expect(again).toEqual(orders.map(() => true));
  }
  report("E12 kill -9 in the middle of callbacks", rows);
  await everythingDelivered(all);
});

test("killed between telling the upstream and noting it, the shop tells again and nothing happens twice (R83, R84, E12b)", async () => {
  const chance = seeded(13);
  let toldAndNotNoted = 0;
  for (let round = 1; round <= sized(1, 20); round += 1) {
    const orders = await newPayableOrders(shop, 10);
    // The upstream has acted; its answer is on its way for a while.
    await beHostile(shop, { upstreamDelayMs: 3_000 });
    const enough = (await heard()).length + 1 + chance.below(3);
    await tellUntilKilled(orders, async () => (await heard()).length >= enough);
    const told = new Set((await heard()).map(({ order_id }) => order_id));
    const books = await booksOf(shop, orders);
    toldAndNotNoted += orders.filter(
      ({ orderId }, index) => told.has(orderId) && books[index]?.unsent === 1,
    ).length;
    await burst(orders.length, 10, (index) => tell(orders[index] as PayableOrder));
    await everythingDelivered(orders);
  }
  report("E12b kill -9 between telling the upstream and noting it", [{ toldAndNotNoted }]);
  expect(toldAndNotNoted).toBeGreaterThan(0);
});
