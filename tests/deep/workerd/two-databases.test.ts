/**
 * The next step of `.docs/operate/growing.md`, tried with two databases: a request brings an id, the id names a shard, the shard a
 * database, and the shop's own decisions do the rest there. Production has one database and no router.
 */
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { getTableName } from "drizzle-orm";
import { signNotice } from "#ecpay/notification";
import { shardOfTradeNo } from "#ecpay/order-form";
import { beforeEach, expect, test } from "vitest";
import type { Database, Deps, MemberActor } from "../../../worker/deps.ts";
import type { Surroundings } from "../../../worker/payments/method.ts";
import { openMethods } from "../../../worker/payments/methods.ts";
import { randomId } from "../../../worker/platform/crypto.ts";
import { shardOf, shardOfId } from "../../../worker/platform/shard.ts";
import { newCartId } from "../../../worker/shop/carts/change-cart.ts";
import { getMembersCart } from "../../../worker/shop/carts/get-cart.ts";
import { startAttempt } from "../../../worker/shop/checkout/start-attempt.ts";
import { takeBack } from "../../../worker/shop/limits/enforce-limit.ts";
import { buildResult } from "../../../worker/shop/payments/build-result.ts";
import { recordNotice } from "../../../worker/shop/payments/record-notice.ts";
import { listSessions } from "../../../worker/shop/sessions/manage-sessions.ts";
import { refreshSession } from "../../../worker/shop/sessions/refresh-session.ts";
import { parseRefreshToken } from "../../../worker/shop/sessions/refresh-token.ts";
import { startSession } from "../../../worker/shop/sessions/start-session.ts";
import { addItem } from "../../../worker/store/carts.ts";
import { claimKey } from "../../../worker/store/idempotency.ts";
import { findAttempt } from "../../../worker/store/payments.ts";
import * as schema from "../../../worker/store/schema.ts";
import { findLiveSession } from "../../../worker/store/sessions.ts";
import { changeOf, lineOf } from "../../workerd/cart-rows.ts";
import { noon, openAttempt, signInMei } from "../../workerd/database.ts";
import { leaveNothing } from "../../workerd/ground.ts";
import { key, portsWith } from "../../workerd/ports.ts";

beforeEach(() => {
  leaveNothing();
  return applyD1Migrations(env.SECOND, env.MIGRATIONS);
});

const databases = [env.DB, env.SECOND].map((binding) => drizzle(binding));

/** An id from before shards names none: its rows are in the first database. */
function databaseOf(shard: number | null): Database {
  const database = databases[shard === null || shard < 128 ? 0 : 1];
  if (database === undefined) throw new Error("no such database");
  return database;
}

const keys = { hashKey: "a hash key of this", hashIv: "a hash iv of this" };
const config = {
  ECPAY_ENVIRONMENT: "production",
  ECPAY_MERCHANT_ID: "3002607",
  ECPAY_HASH_KEY: keys.hashKey,
  ECPAY_HASH_IV: keys.hashIv,
  ECPAY_HASH_KEY_PREVIOUS: null,
  ECPAY_HASH_IV_PREVIOUS: null,
  SESSION_SECRET: "a session secret of this test, long enough",
  SESSION_SECRET_PREVIOUS: null,
  PAYMENT_RESULT_SECRET: "a result secret of this test, long enough",
};

/** The ports of a request whose database has been found. */
function portsAt(db: Database, memberId = ""): Deps {
  const { deps } = portsWith({ answers: () => ({ id: memberId }) });
  const all = { ...deps.config, ...config };
  // The gateway reads no more of them than these.
  const surroundings = { config: all, publicOrigin: "https://shop.test", now: () => noon };
  return Object.create(deps, {
    db: { value: db },
    config: { value: all },
    payments: { value: openMethods(surroundings as Surroundings) },
  });
}

async function signIn(memberId: string): Promise<{ actor: MemberActor; refreshToken: string }> {
  const deps = portsAt(databaseOf(await shardOf(memberId)));
  const browser = {
    address: "192.0.2.1",
    userAgent: "",
    country: "TW",
    refreshToken: null,
    guestCartId: null,
    browserId: null,
  };
  const access = { token: "upstream's", mustChangePassword: false };
  const accepted = { memberId, memberKey: key, hasPassedSecondStep: false, access, cookies: {} };
  const success = takeBack(deps, "sign-in:address", browser.address);
  const started = await startSession(deps, browser, accepted, success);
  if (started === null) throw new Error("not signed in");
  const { sessionId, refresh } = started;
  return { actor: { memberId, sessionId }, refreshToken: refresh.token };
}

/** @returns the number that the shopper takes to the gateway. */
async function order({ memberId, sessionId }: MemberActor): Promise<string> {
  const deps = portsAt(databaseOf(shardOfId(sessionId)));
  const owner = { memberId };
  const line = lineOf(`line of ${memberId}`);
  await addItem(deps.db, changeOf(owner), await newCartId(owner), line, 100);
  const wanted = { scope: `checkout:${memberId}`, key: "press", bodyHash: "body" };
  const claimed = await claimKey(deps.db, wanted, noon);
  if (claimed.state !== "claimed") throw new Error(claimed.state);
  const answer = await startAttempt(
    deps,
    {
      id: `order of ${memberId}`,
      number: `number of ${memberId}`,
      memberId,
      provider: "ecpay",
      amountTwd: 100,
      itemCount: 1,
      cartItemIds: [line.id],
      lines: null,
      snapshot: { orderDate: "", customerName: "", customerPhone: "", customerAddress: "" },
    },
    claimed.claim,
  );
  return answer.ecpay_form_data["MerchantTradeNo"] ?? "";
}

const noticeOf = async (merchantTradeNo: string) => {
  const fields = {
    MerchantID: config.ECPAY_MERCHANT_ID,
    MerchantTradeNo: merchantTradeNo,
    RtnCode: "1",
    TradeNo: "2611211200000001",
    TradeAmt: "100",
    PaymentDate: "2026/11/21 20:00:00",
    PaymentType: "Credit_CreditCard",
    SimulatePaid: "0",
  };
  return String(new URLSearchParams(await signNotice(fields, keys)));
};

/** A callback brings nothing but the number: nobody is signed in. */
const databaseOfNotice = (body: string) =>
  databaseOf(shardOfTradeNo(new URLSearchParams(body).get("MerchantTradeNo") ?? ""));

async function rowsIn(database: Database): Promise<string> {
  const tables = [
    schema.sessions,
    schema.refreshTokens,
    schema.carts,
    schema.cartItems,
    schema.idempotencyKeys,
    schema.paymentAttempts,
    schema.paymentNotices,
    schema.outbox,
  ];
  const rows = await Promise.all(
    tables.map(async (table) => [getTableName(table), await database.select().from(table)]),
  );
  return JSON.stringify(rows);
}

async function nameIn(from: number, until: number): Promise<string> {
  for (let tried = 0; ; tried += 1) {
    const shard = await shardOf(`member-${tried}`);
    if (shard >= from && shard < until) return `member-${tried}`;
  }
}

test("two members sign in, order and pay in two databases, each found by the ids alone", async () => {
  const mei = await nameIn(0, 128);
  const chen = await nameIn(128, 256);
  for (const memberId of [mei, chen]) {
    const { actor, refreshToken } = await signIn(memberId);
    const tradeNo = await order(actor);
    const body = await noticeOf(tradeNo);
    const elsewhere = databases.find((database) => database !== databaseOfNotice(body));
    expect(
      await findAttempt(elsewhere as Database, { provider: "ecpay", merchantTradeNo: tradeNo }),
    ).toBeNull();
    const atTrade = portsAt(databaseOfNotice(body));
    expect(await recordNotice(atTrade, "ecpay", body)).toBe("acknowledged");
    expect((await buildResult(atTrade, "ecpay", body)).token).not.toBeNull();
    const shardOfCookie = shardOfId(parseRefreshToken(refreshToken)?.sessionId ?? "");
    const atCookie = portsAt(databaseOf(shardOfCookie), memberId);
    expect((await refreshSession(atCookie, refreshToken)).sessionId).toBe(actor.sessionId);
    const atSession = portsAt(databaseOf(shardOfId(actor.sessionId)));
    expect(await listSessions(atSession, actor)).toMatchObject([{ current: true }]);
    expect((await getMembersCart(atSession, actor)).items).toEqual([]);
    expect(await findAttempt(atTrade.db, { provider: "ecpay", merchantTradeNo: tradeNo })).toEqual(
      expect.objectContaining({ memberId, state: "paid" }),
    );
  }
  const [first = "", second = ""] = await Promise.all(databases.map(rowsIn));
  expect([first.includes(mei), first.includes(chen)]).toEqual([true, false]);
  expect([second.includes(mei), second.includes(chen)]).toEqual([false, true]);
  for (const rows of [first, second])
    for (const table of ["sessions", "refresh_tokens", "carts", "payment_attempts", "outbox"])
      expect(rows).not.toContain(`["${table}",[]]`);
});

test("a session and a trade from before shards are found in the first database", async () => {
  const sessionId = randomId(17);
  await signInMei({ id: sessionId });
  await openAttempt({ merchantTradeNo: "SLABCDEFGH23456789AB", amountTwd: 100 });
  expect(await findLiveSession(databaseOf(shardOfId(sessionId)), sessionId, noon)).not.toBeNull();
  const body = await noticeOf("SLABCDEFGH23456789AB");
  expect(await recordNotice(portsAt(databaseOfNotice(body)), "ecpay", body)).toBe("acknowledged");
  expect(
    await databaseOf(null)
      .select({ state: schema.paymentAttempts.state })
      .from(schema.paymentAttempts),
  ).toEqual([{ state: "paid" }]);
});
