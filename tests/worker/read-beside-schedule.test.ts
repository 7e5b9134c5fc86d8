/**
 * Who reads the cart while the schedule runs waits for few of its statements, whatever the tables hold. Here one thread runs the Worker,
 * its database and those who watch them, so that the time beside the schedule is an upper bound and only reported.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { backupKey } from "../support/backup-key.ts";
import { add, finishedJars } from "../support/carts.ts";
import { longTest, quantile, report, sized } from "../support/experiment.ts";
import { grownTables } from "../support/grown-tables.ts";
import { moduleOf } from "../support/inside-worker.ts";
import { newMember } from "../support/new-member.ts";
import { readsHeader, type Reads } from "../support/reads-beside.ts";
import { startShop, type Shop } from "../support/shop.ts";
import type { Watched, WatchedCall } from "../support/watched.ts";
import { callsOf } from "../support/watched-shop.ts";

const minuteMs = 60_000;
const mostRowsOfACall = 5_000;
const mostRowsOfARead = 20;
/** The parts of the schedule begin together, and some ask several things at once. */
const mostCallsBefore = 30;
/** Fewer than the ten after which a member's access token is over. */
const minutes = sized(1, 6);
const calmReads = sized(10, 200);

const entry = `
import shop from "./index.js";
import { readingBeside } from "./reads-beside.js";
import { watched } from "./watched.js";
const worker = readingBeside(watched(shop));
export default worker;
export const direct = { fetch: worker.fetch };
`;

async function startGrownShop(rows: number): Promise<Shop> {
  const module = async (name: string) =>
    readFileSync(await moduleOf(`tests/support/${name}.ts`), "utf8");
  const modules = {
    "entry.js": entry,
    "watched.js": await module("watched"),
    "reads-beside.js": await module("reads-beside"),
  };
  const shop = await startShop({
    vars: { BACKUP_PUBLIC_KEY: backupKey.x },
    around: { modules, flags: ["nodejs_als"], direct: "direct" },
  });
  // The upstream knows none of these orders: their reports would be refused and tried again and again.
  const reported = "UPDATE outbox SET sent_at = created_at WHERE sent_at IS NULL";
  for (const sql of [...grownTables(rows, Date.now()), reported]) await shop.db.prepare(sql).run();
  return shop;
}

async function watch(shop: Shop, init?: RequestInit): Promise<Watched> {
  return (await shop.fetch("/watch", init)).json();
}

/** Of the database, by the schedule and by the reads. */
async function callsSeen(shop: Shop) {
  const { requests } = await watch(shop);
  const by = (method: string) =>
    callsOf(
      requests.filter((request) => request.method === method),
      "d1",
    );
  return { schedule: by("SCHEDULE"), reads: by("GET") };
}

/** The calls of the schedule that stood before each read in the database's queue. */
const callsBefore = ({ schedule, reads }: Record<"schedule" | "reads", WatchedCall[]>) =>
  reads.map((read) =>
    schedule.filter(
      ({ begin, end }) =>
        begin < read.begin && end !== null && end > read.begin && end < (read.end ?? 0),
    ),
  );
const sqlMsOf = (calls: readonly WatchedCall[]) => calls.reduce((sum, { sqlMs }) => sum + sqlMs, 0);
const mostRowsOf = (calls: readonly WatchedCall[]) =>
  Math.max(...calls.map(({ rowsRead }) => rowsRead));

const quantiles = (values: readonly number[]) => ({
  count: values.length,
  median: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  p99: quantile(values, 0.99),
  most: quantile(values, 1),
});

test.each(sized([2_000], [10_000, 600_000]))(
  "a member's cart answers beside the schedule with %s rows in each table",
  longTest,
  async (size) => {
    const shop = await startGrownShop(size);
    try {
      const { shopper } = await newMember(shop);
      await add(shopper, finishedJars());
      const { body: cart } = await shopper.get("/cart/");
      const all: Reads[] = [];
      const before: WatchedCall[][] = [];
      for (let minute = 0; minute < minutes; minute += 1) {
        await watch(shop, { method: "POST", body: JSON.stringify({ advanceMs: minuteMs }) });
        const headers = { [readsHeader]: String(calmReads) };
        const { body } = await shopper.get("/cart/", { headers });
        all.push(body);
        const seen = await callsSeen(shop);
        expect(seen.schedule.length).toBeGreaterThan(50);
        expect(mostRowsOf(seen.schedule)).toBeLessThan(mostRowsOfACall);
        expect(mostRowsOf(seen.reads)).toBeLessThan(mostRowsOfARead);
        before.push(...callsBefore(seen).slice(calmReads));
      }
      expect(new Set(all.flatMap(({ answers }) => answers))).toEqual(
        new Set([`200 ${JSON.stringify(cart)}`]),
      );
      const calmMs = all.flatMap((reads) => reads.calmMs);
      const waitedMs = before.map(sqlMsOf);
      const counts = before.map(({ length }) => length);
      report(`A member's cart with ${size} rows in each table`, [
        { what: "reads, calm, ms", ...quantiles(calmMs) },
        {
          what: "reads beside the schedule, ms",
          ...quantiles(all.flatMap(({ besideMs }) => besideMs)),
        },
        { what: "schedules, ms", ...quantiles(all.map(({ scheduleMs }) => scheduleMs)) },
      ]);
      report("Before a read in the database's queue", [
        { what: "calls", ...quantiles(counts) },
        { what: "their statements, ms", ...quantiles(waitedMs) },
      ]);
      expect(Math.max(...counts)).toBeLessThan(mostCallsBefore);
      // Where the database has a machine of its own, this is what the schedule adds: a read stays below twice calm.
      expect(quantile(waitedMs, 0.95)).toBeLessThan(
        sized(Number.POSITIVE_INFINITY, quantile(calmMs, 0.95)),
      );
    } finally {
      await shop.close();
    }
  },
);
