/**
 * What everything that a member does asks of the database: that it can be kept to ask it of later tables, and whether a member's rows
 * could lie in a database of their own, as `.docs/operate/growing.md` plans.
 */
import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { shardOfTradeNo } from "#ecpay/order-form";
import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shardOf, shardOfHash, shardOfId } from "../../../worker/platform/shard.ts";
import * as schema from "../../../worker/store/schema.ts";
import { longTest, sized } from "../../support/experiment.ts";
import { mainJob, type MainJob } from "./main-job.ts";
import { callsOfRecording, recordingOf } from "../../support/recordings.ts";
import { root } from "../../support/repository.ts";
import type { Query, WatchedRequest } from "../../support/watched.ts";
import { callsOf, startWatchedShop, type WatchedShop } from "../../support/watched-shop.ts";

let shop: WatchedShop;
beforeAll(async () => {
  shop = await startWatchedShop();
});
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

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Where the rows are that a value names; undefined for one that names none. */
type Place = (value: unknown) => number | null | undefined;

async function whoseIs({ memberId, browserIds, guestCartId }: MainJob): Promise<Whose> {
  const shard = await shardOf(memberId);
  const guestHash = sha256(guestCartId);
  const byHash = new Map([
    [guestHash, shardOfHash(guestHash)],
    ...browserIds.map((id) => [sha256(id), shardOfId(id)] as const),
  ]);
  const place: Place = (value) => {
    if (typeof value !== "string") return undefined;
    if (value.includes(memberId)) return shard;
    const tradeNo = value.replace(/^payment-/, "");
    if (/^S[0-9A-Z]{19}$/.test(tradeNo)) return shardOfTradeNo(tradeNo);
    return /^[\w-]{23,24}$/.test(value) ? shardOfId(value) : byHash.get(value);
  };
  return { shard, guestShard: shardOfHash(guestHash), place };
}

const tableOf = ({ sql }: Query) => /(?:into|from|update) "?(\w+)"?/.exec(sql)?.[1] ?? sql;
const areAbout = (queries: readonly Query[], ...tables: string[]) =>
  queries.every((query) => tables.includes(tableOf(query)));
const has = (queries: readonly Query[], begin: string) =>
  queries.some(({ sql }) => sql.startsWith(begin));

interface Asked {
  queries: readonly Query[];
  shards: ReadonlySet<number | null>;
  /** Where the calls before it in its request went. */
  before: ReadonlySet<number | null>;
}
interface Whose {
  shard: number;
  guestShard: number;
  place: Place;
}

const isOnly = (shards: ReadonlySet<number | null>, shard: number) =>
  shards.size === 1 && shards.has(shard);

/** In this order: the first that fits says what a call is. */
const kinds: Record<string, (asked: Asked, whose: Whose) => boolean> = {
  "a sign-in: the limit that it takes back and the guest's cart are elsewhere": ({ queries }) =>
    has(queries, 'insert into "sessions"'),
  "a guest's cart going over": ({ queries }) =>
    queries.some(({ sql }) => /"merged_into" = \(/.test(sql)),
  "a guest's cart, with the limit of new ones": ({ queries, shards }, { guestShard }) =>
    isOnly(shards, guestShard) && areAbout(queries, "carts", "cart_items", "limits"),
  "codes of a sign-in that is not finished": ({ queries }) =>
    areAbout(queries, "sign_in_challenges", "limits") && !areAbout(queries, "limits"),
  "one member's": ({ queries, shards }, { shard, place }) =>
    isOnly(shards, shard) &&
    // A limit of somebody else would have to be counted elsewhere; that of an order is its member's.
    queries.every(
      (query) =>
        tableOf(query) !== "limits" ||
        query.params.some(
          (value) => place(value) === shard || String(value).startsWith("payment-attempt:order:"),
        ),
    ),
  "what alarms count, of nobody": ({ queries, shards }) =>
    shards.size === 0 && areAbout(queries, "tallies"),
  "limits of strangers": ({ queries, shards }) => shards.size === 0 && areAbout(queries, "limits"),
  "the outbox, behind the call that wrote to it": ({ queries, shards, before }, { shard }) =>
    shards.size === 0 && before.has(shard) && areAbout(queries, "outbox"),
};

function kindsIn(requests: readonly WatchedRequest[], whose: Whose): string[] {
  return requests.flatMap((request) => {
    const before = new Set<number | null>();
    return callsOf([request], "d1").map(({ queries }) => {
      const values = queries.flatMap(({ params }) => params.map(whose.place));
      const shards = new Set(values.filter((shard) => shard !== undefined));
      const asked = { queries, shards, before: new Set(before) };
      for (const shard of shards) before.add(shard);
      const kind = Object.keys(kinds).find((name) => kinds[name]?.(asked, whose));
      return kind ?? `${request.method} ${request.path}: ${JSON.stringify(queries)}`;
    });
  });
}

test(
  "every call for a member needs that member's shard and no other, but for those named here",
  longTest,
  async () => {
    const met = new Map<string, number>();
    const members = sized(3, 60);
    for (let member = 0; member < members; member += 1) {
      await shop.order({});
      const job = await mainJob(shop);
      const requests = await askedInAll();
      const whose = await whoseIs(job);
      for (const kind of kindsIn(requests, whose)) met.set(kind, (met.get(kind) ?? 0) + 1);
    }
    expect([...met.keys()].toSorted()).toEqual(Object.keys(kinds).toSorted());
    expect(met.get("one member's")).toBeGreaterThan(50 * members);
  },
);
