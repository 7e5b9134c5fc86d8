/** What everything that a member does asks of the database: that it can be kept to ask it of later tables. */
import { readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { getTableName } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import * as schema from "../../../worker/store/schema.ts";
import { mainJob } from "./main-job.ts";
import { callsOfRecording, recordingOf } from "../../support/recordings.ts";
import { root } from "../../support/repository.ts";
import type { WatchedRequest } from "../../support/watched.ts";
import { startWatchedShop } from "../../support/watched-shop.ts";

const shop = await startWatchedShop();
afterAll(() => shop.close());

/** @returns what was asked since the shop began to watch. */
async function askedInAll(): Promise<WatchedRequest[]> {
  await expect.poll(async () => (await shop.seen()).underWay).toBe(0);
  return (await shop.seen()).requests;
}

const newestMigration = () =>
  readdirSync(resolve(root, "migrations/shop"))
    .filter((file) => file.endsWith(".sql"))
    .toSorted()
    .at(-1) ?? "";

/** On empty tables, so that what is kept finds the same again. */
test("what a version asks of its database is kept by `RECORD_VERSION=1`, with all that shoppers write", async () => {
  await mainJob(shop);
  await shop.runSchedule();
  const recording = recordingOf(await askedInAll());
  const statements = callsOfRecording(recording).flat();
  const filled = new Set(statements.flatMap((sql) => /^insert into "(\w+)"/.exec(sql)?.[1] ?? []));
  const byShoppers = [
    schema.sessions,
    schema.refreshTokens,
    schema.signInChallenges,
    schema.limits,
    schema.carts,
    schema.cartItems,
    schema.memberRefusals,
    schema.responseRefusals,
    schema.idempotencyKeys,
    schema.paymentAttempts,
    schema.cancelledOrders,
    schema.paymentNotices,
    schema.paymentInbox,
    schema.outbox,
  ];
  expect([...filled]).toEqual(expect.arrayContaining(byShoppers.map(getTableName)));
  if (process.env["RECORD_VERSION"] !== undefined)
    writeFileSync(resolve(root, "tests/fixtures/versions", newestMigration()), recording);
});
