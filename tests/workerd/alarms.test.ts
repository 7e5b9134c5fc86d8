/** `worker/shop/alarms/raise-alarms.ts`: who is told what, and when, from what the database remembers. */
import { expect, test } from "vitest";
import { createCounters, type Tally } from "../../worker/platform/counters.ts";
import { raiseAlarms } from "../../worker/shop/alarms/raise-alarms.ts";
import { recordNotice } from "../../worker/shop/payments/record-notice.ts";
import {
  alarms,
  outbox,
  paymentAttempts,
  paymentInbox,
  paymentNotices,
  tallies,
} from "../../worker/store/schema.ts";
import { addTallies, talliesSince } from "../../worker/store/tallies.ts";
import { db, minuteMs, noon, paymentOf } from "./database.ts";
import { portsWith } from "./ports.ts";
import { statementsOf } from "./statements.ts";

const event = "events for the upstream are late";
const isLate = (now: number) => addTallies(db, [[`error.logged ${event}`, 1]], now);

/** A minute of the schedule. @returns what was told. */
async function textsOf(now: number, isHeard = true): Promise<string[]> {
  const told: string[] = [];
  const tellPeople = (text: string) => {
    told.push(text);
    return Promise.resolve(isHeard);
  };
  const own = { publicOrigin: "https://shop.test", tellPeople };
  await raiseAlarms(portsWith({ now: () => now, own }).deps);
  return told;
}
/** @returns the first lines of what was told. */
const minute = async (now: number, isHeard = true) =>
  (await textsOf(now, isHeard)).map((text) => text.replace(/\n[^]*/, ""));
const raised = `⚠ shop.test: ${event}`;
const over = `✓ shop.test: over: ${event}`;

test("an alarm says what, where, about what, with which error, since when, and what to type first", async () => {
  const name = "error.logged a refund was refused";
  await addTallies(db, [[name, 1, "schedule: make refunds · trade TRY1 · 10200047"]], noon);
  await addTallies(db, [[name, 1, "schedule: make refunds · trade TRY2 · 10200048"]], noon);
  await addTallies(db, [[name, 1]], noon);
  expect(await textsOf(noon)).toEqual([
    `⚠ shop.test: a refund was refused
schedule: make refunds · trade TRY2 · 10200048
Since 2026-11-21 12:00 UTC, last seen 3×.
First: npm run payments -- refunds --remote
What it means: .docs/operate/alarms.md`,
  ]);
});

test("what nobody could be told is told in the next minute, the end of it too", async () => {
  await isLate(noon);
  expect(await minute(noon, false)).toEqual([raised]);
  expect(await minute(noon + minuteMs)).toEqual([raised]);
  expect(await minute(noon + 2 * minuteMs)).toEqual([]);
  expect(await minute(noon + 20 * minuteMs, false)).toEqual([over]);
  expect(await minute(noon + 21 * minuteMs)).toEqual([over]);
  expect(await minute(noon + 22 * minuteMs)).toEqual([]);
});

test("parallel runs tell once, and one that broke off leaves it to the next after two minutes", async () => {
  await isLate(noon);
  const runs = await Promise.all([minute(noon), minute(noon), minute(noon)]);
  expect(runs.flat()).toEqual([raised]);
  await db.update(alarms).set({ toldAt: 0, leaseUntil: noon + 2 * minuteMs });
  expect(await minute(noon + 2 * minuteMs - 1)).toEqual([]);
  expect(await minute(noon + 2 * minuteMs)).toEqual([raised]);
});

test("an alarm that comes and goes is told twice an hour and no more, and says since when", async () => {
  const told: string[] = [];
  for (let passed = 0; passed < 120; passed += 1) {
    const now = noon + passed * minuteMs;
    if (passed % 20 === 0) await isLate(now);
    told.push(...(await minute(now)));
  }
  expect(told).toEqual([raised, over, raised, over]);
  const [alarm] = await db.select().from(alarms);
  expect(alarm).toMatchObject({ since: noon + 60 * minuteMs, toldAt: noon + 60 * minuteMs });
});

test("an alarm that lasts keeps its beginning", async () => {
  for (const passed of [0, 30, 60]) {
    await isLate(noon + passed * minuteMs);
    await minute(noon + passed * minuteMs);
    await isLate(noon + (passed + 14) * minuteMs);
    await minute(noon + (passed + 15) * minuteMs);
  }
  expect(await db.select().from(alarms)).toMatchObject([{ since: noon, isOn: true }]);
});

test("a minute without an alarm asks the database twice, and reads only the last hour", async () => {
  for (const ago of [61, 62, 63, 64])
    await addTallies(db, [["question.answered", 3]], noon - ago * minuteMs);
  const asked = await statementsOf(() => minute(noon));
  // One row shows where the hour begins.
  expect(asked.map(({ rowsRead }) => rowsRead)).toEqual([1, 0]);
});

test("counts of a minute are added up, those of another apart", async () => {
  await addTallies(db, [["probe.passed", 1]], noon);
  await addTallies(
    db,
    [
      ["probe.passed", 2],
      ["probe.failed", 1],
    ],
    noon + minuteMs - 1,
  );
  await addTallies(db, [["probe.passed", 4]], noon + minuteMs);
  const rows = await talliesSince(db, noon - 1);
  expect(rows.map(({ at, name, count }) => [at - noon, name, count]).sort()).toEqual([
    [0, "probe.failed", 1],
    [0, "probe.passed", 3],
    [minuteMs, "probe.passed", 4],
  ]);
});

test("however much is counted, it is written once every few seconds, and what could not be written later", async () => {
  const planned: Promise<unknown>[] = [];
  let writes = 0;
  let isDown = true;
  const counters = createCounters({
    dataset: undefined,
    waitUntil: (work) => void planned.push(work),
    write: async (counted: readonly Tally[]) => {
      writes += 1;
      if (isDown) throw new Error("down");
      await addTallies(db, counted, noon);
    },
  });
  for (let times = 0; times < 100; times += 1) counters.count("question.answered", "a reason");
  counters.count("error.logged", event);
  counters.count("callback.accepted");
  expect(planned).toHaveLength(1);
  await planned[0];
  isDown = false;
  await counters.written();
  await counters.written();
  expect(writes).toBe(2);
  const rows = await db.select().from(tallies);
  expect(rows.map(({ name, count }) => `${name} ×${count}`).sort()).toEqual([
    `error.logged ${event} ×1`,
    "question.answered ×100",
  ]);
});

test("Analytics Engine gets name, word and value of each count but those that are the alarms' own", () => {
  const points: unknown[] = [];
  const counters = createCounters({
    dataset: { writeDataPoint: (point) => void points.push(point) },
    waitUntil: () => undefined,
    write: null,
  });
  counters.count("payment.settle_age", "told", 12.5);
  counters.count("answer.given", "GET /api/health");
  expect(points).toEqual([
    {
      indexes: ["payment.settle_age"],
      blobs: ["payment.settle_age", "told", expect.stringMatching(/^\d/)],
      doubles: [12.5],
    },
  ]);
});

test.each([true, false])(
  "the shop's own notice is answered as such and leaves nothing, whether notices are believed (%s) or not",
  async (isBelieved) => {
    const merchantTradeNo = "PROBE";
    const payment = paymentOf({ merchantTradeNo });
    const report = { kind: "report", payment, record: { merchantTradeNo, fields: {} } } as const;
    const { deps } = portsWith({
      gateway: {
        isBelieved,
        readNotice: () => Promise.resolve(report),
        probe: { path: "/", merchantTradeNo, answer: "", sign: () => Promise.resolve("") },
      },
    });
    expect(await recordNotice(deps, "ecpay", "a body")).toBe("probed");
    for (const table of [paymentAttempts, paymentInbox, paymentNotices, outbox])
      expect(await db.select().from(table)).toEqual([]);
  },
);
