import { randomBytes } from "node:crypto";
import { getTableColumns, getTableName, sql as condition, type SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { is } from "drizzle-orm/entity";
import { SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { memberErasure, memberExport } from "../../worker/store/member-data.ts";
import * as schema from "../../worker/store/schema.ts";
import { borrowShop } from "../support/borrowed.ts";
import { add, sampleSet } from "../support/carts.ts";
import { checkOut, customer, formOf, payableOf } from "../support/checkouts.ts";
import { deskOf } from "../support/desk.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { attemptOf, notify, outboxOf, signedNotice, type Payable } from "../support/payments.ts";
import { newShopper } from "../support/shopper.ts";

const shop = await borrowShop();
const desk = deskOf(shop);

const tables = Object.values(schema).filter((table) => is(table, SQLiteTable));

async function rowsWith(...words: string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of tables) {
    const rows = (await shop.db.prepare(`SELECT * FROM ${getTableName(table)}`).all()).results;
    const saying = rows.filter((row) => words.some((word) => JSON.stringify(row).includes(word)));
    if (saying.length > 0) found[getTableName(table)] = saying.length;
  }
  return found;
}

interface Bought {
  member: NewMember;
  id: string;
  orderId: string;
  paying: Payable;
}

/** Signed in, refuses a scent, has ordered one cart, and filled another. `name` is on the order. */
async function memberWhoOrders(name: string): Promise<Bought> {
  const member = await newMember(shop);
  const { shopper } = member;
  const { id } = (await shopper.get("/members/me")).body;
  await shopper.send("PUT", "/members/me/refusals", { refusals: ["family:citrus"] });
  await add(shopper, sampleSet({ userAnswer: `for ${name}` }));
  const placed = await checkOut(shopper, await formOf(shopper, { customer_name: name }));
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  return { member, id, orderId: placed.body.id, paying: payableOf(placed) };
}

async function pay({ orderId, paying }: Bought): Promise<void> {
  expect((await notify(shop, await signedNotice(paying))).text).toBe("1|OK");
  await expect.poll(async () => (await outboxOf(shop, orderId))[0]?.sent_at).toBeTypeOf("number");
}

test("a member gets everything that the shop's database holds of them, without a token (R75)", async () => {
  const bought = await memberWhoOrders("Ada Lovelace");
  await pay(bought);
  const found = JSON.parse((await desk.carryOut("export", { member: bought.id })).text);
  expect(found).toMatchObject({
    sessions: [{ browser: expect.any(String) }],
    refusals: [{ refusal: "family:citrus" }],
    payments: [{ order_id: bought.orderId, state: "paid" }],
    events_for_the_upstream: [{ kind: "order.paid" }],
  });
  const text = JSON.stringify(found);
  for (const said of ["Ada Lovelace", customer.customer_address, bought.orderId])
    expect(text).toContain(said);
  const sql = "SELECT upstream_access AS token FROM sessions WHERE member_id = ?";
  const sealed = await shop.db.prepare(sql).bind(bought.id).first<{ token: string }>();
  const q = new URLSearchParams({ q: bought.member.email });
  expect((await desk.open(`/find?${q}`)).text).toContain(bought.paying.merchantTradeNo);
  expect(text).not.toContain(sealed?.token);
});

test("after an erasure the person is nowhere, the money is, and others have lost nothing (R75)", async () => {
  const name = "Grace Hopper";
  const bought = await memberWhoOrders(name);
  await pay(bought);
  const { email, shopper } = bought.member;
  await add(shopper);
  await newShopper(shop).send("POST", "/auth/forgot-password", { email, language: "en" });
  await shopper.signIn(email, "not-the-password");
  const sql = "SELECT member_key, browser_hash FROM sessions WHERE member_id = ?";
  const hashes = await shop.db.prepare(sql).bind(bought.id).first<Record<string, string>>();
  const ofHashes = () => rowsWith(...Object.values(hashes ?? {}));
  expect(await ofHashes()).toMatchObject({ sessions: 1, limits: 2 });
  const other = await memberWhoOrders("Edith Clarke");
  const before = await rowsWith(other.id, "Edith Clarke");
  expect(Object.keys(await rowsWith(name)).length).toBeGreaterThan(0);
  const { text } = await desk.carryOut("erase", { member: bought.id });
  expect(text).toContain("0 payments still hold name and address");
  expect(await rowsWith(name, email)).toEqual({});
  expect(await ofHashes(), "by a hash of the e-mail or of the browser").toEqual({});
  expect(await rowsWith(bought.id), "by the upstream's key alone").toEqual({
    payment_attempts: 1,
    operator_actions: 1,
  });
  const { merchantTradeNo } = bought.paying;
  expect(await attemptOf(shop, merchantTradeNo)).toMatchObject({ state: "paid", amount_twd: 100 });
  expect((await shopper.get("/cart/")).status, "the session is over").toBe(401);
  expect(await rowsWith(other.id, "Edith Clarke")).toEqual(before);
});

test("what is not paid yet keeps the person until it is, and the operator is told", async () => {
  const bought = await memberWhoOrders("Hedy Lamarr");
  const erase = async () => (await desk.carryOut("erase", { member: bought.id })).text;
  expect(await erase()).toContain("1 payments still hold");
  await pay(bought);
  expect(await erase()).toContain("0 payments still hold");
  expect(await rowsWith("Hedy Lamarr")).toEqual({});
});

test("no table that names a member is forgotten", () => {
  const naming = tables.filter((table) => "memberId" in getTableColumns(table)).map(getTableName);
  expect(naming).toContain("sessions");
  const textOf = (statement: SQL) => new SQLiteSyncDialect().sqlToQuery(statement).sql;
  const exported = Object.values(memberExport("m")).map(textOf).join("\n");
  // Nothing is asked of it.
  const erasing = memberErasure(drizzle(shop.db as never), "m", condition`true`);
  const erased = erasing.map((statement) => statement.toSQL().sql).join("\n");
  expect(naming.filter((name) => !exported.includes(` ${name} `))).toEqual([]);
  const isErased = (name: string) =>
    new RegExp(`^(delete from|update) "${name}" `, "m").test(erased);
  expect(naming.filter((name) => !isErased(name))).toEqual(["cancelled_orders"]);
});

test("who has lost phone and codes is let in again at the desk, and nobody else's second step ends", async () => {
  const row =
    "INSERT INTO second_steps (member_id, secret, confirmed_at, created_at) VALUES (?, 's', 1, 1)";
  const code = "INSERT INTO recovery_codes (member_id, hash) VALUES (?, ?)";
  const [mei, noor] = [0, 1].map(() => randomBytes(8).toString("hex"));
  for (const id of [mei, noor]) {
    await shop.db.prepare(row).bind(id).run();
    await shop.db.prepare(code).bind(id, `hash of ${id}`).run();
  }
  await desk.carryOut("second_step_off", { member: mei ?? "" });
  expect(await rowsWith(mei ?? "")).toEqual({ operator_actions: 1 });
  expect(await rowsWith(noor ?? "")).toEqual({ second_steps: 1, recovery_codes: 1 });
});
