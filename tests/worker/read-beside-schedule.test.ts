/** Who reads the cart while the schedule runs waits for few of its statements, whatever the tables hold. */
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
  // The upstream knows none of these orders: their reports would be refused and sent again for most of the minute.
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

/** How many calls of the schedule stood before each read in the database's queue. */
const callsBefore = ({ schedule, reads }: Record<"schedule" | "reads", WatchedCall[]>) =>
  reads.map(
    (read) =>
      schedule.filter(
        ({ begin, end }) =>
          begin < read.begin && end !== null && end > read.begin && end < (read.end ?? 0),
      ).length,
  );
const mostRowsOf = (calls: readonly WatchedCall[]) =>
  Math.max(...calls.map(({ rowsRead }) => rowsRead));

const waits = (durations: readonly number[]) => ({
  count: durations.length,
  "median ms": quantile(durations, 0.5),
  "p95 ms": quantile(durations, 0.95),
  "p99 ms": quantile(durations, 0.99),
  "worst ms": quantile(durations, 1),
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
      const before: number[] = [];
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
      report(`A member's cart with ${size} rows in each table`, [
        { what: "reads, calm", ...waits(all.flatMap(({ calmMs }) => calmMs)) },
        { what: "reads beside the schedule", ...waits(all.flatMap(({ besideMs }) => besideMs)) },
        { what: "schedules", ...waits(all.map(({ scheduleMs }) => scheduleMs)) },
      ]);
      report("Calls of the schedule that a read waits for", [
        { median: quantile(before, 0.5), p95: quantile(before, 0.95), most: quantile(before, 1) },
      ]);
    } finally {
      await shop.close();
    }
  },
);
