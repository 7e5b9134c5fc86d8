/** Saved addresses. Every WHERE contains the owner, so another member's row is not found. */
import { and, asc, eq, sql } from "drizzle-orm";
import { Hono, type Context } from "hono";
import type { App } from "../app.ts";
import { shippingAddressBody } from "../wire.ts";
import { requireMember } from "../http/actor.ts";
import { idOf, readJson } from "../http/body.ts";
import { stagedFailure } from "../http/faults.ts";
import { invalid, notFound } from "../http/refusal.ts";
import { randomId } from "../identity/random.ts";
import { selected } from "../store/insert-select.ts";
import { shippingAddresses as table } from "../store/schema.ts";

export const shippingAddresses = new Hono<App>({ strict: false });
shippingAddresses.use(requireMember);

const noun = "收件地址";
const addressesAMember = 50;
const shown = { id: table.id, address: table.address };

const ownerOf = (c: Context<App>) => c.get("actor").member.id;
const ownRow = (c: Context<App>) =>
  and(eq(table.id, idOf(c, "id", noun)), eq(table.memberId, ownerOf(c)));

shippingAddresses.get("/", async (c) => {
  const data = await c
    .get("deps")
    .db.select(shown)
    .from(table)
    .where(eq(table.memberId, ownerOf(c)))
    .orderBy(asc(table.createdAt), asc(table.id));
  return c.json({ data });
});

shippingAddresses.post("/", async (c) => {
  const { db, now } = c.get("deps");
  const { address } = await readJson(c, shippingAddressBody);
  const staged = await stagedFailure(address);
  if (staged) return staged;
  const memberId = ownerOf(c);
  const row = { id: randomId(), memberId, address: address.trim(), createdAt: now };
  const count = sql`(SELECT count(*) FROM shipping_addresses WHERE member_id = ${memberId})`;
  const [added] = await db
    .insert(table)
    .select(sql`${selected(table, row)} WHERE ${count} < ${addressesAMember}`)
    .returning(shown);
  if (!added) throw invalid(`最多只能儲存 ${addressesAMember} 個收件地址`);
  return c.json(added, 201);
});

shippingAddresses.put("/:id", async (c) => {
  const isOwn = ownRow(c);
  const { address } = await readJson(c, shippingAddressBody);
  const staged = await stagedFailure(address);
  if (staged) return staged;
  const [changed] = await c
    .get("deps")
    .db.update(table)
    .set({ address: address.trim() })
    .where(isOwn)
    .returning(shown);
  if (!changed) throw notFound(noun);
  return c.json(changed);
});

shippingAddresses.delete("/:id", async (c) => {
  const removed = await c.get("deps").db.delete(table).where(ownRow(c)).returning(shown);
  if (removed.length === 0) throw notFound(noun);
  return c.json({ message: "收件地址已刪除" });
});
