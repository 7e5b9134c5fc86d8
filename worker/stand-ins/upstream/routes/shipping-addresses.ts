import { Hono } from "hono";
import type { App } from "../app.ts";
import { shippingAddressBody } from "../wire.ts";
import { requireMember } from "../http/actor.ts";
import { idOf, readJson } from "../http/body.ts";
import { invalid, notFound } from "../http/refusal.ts";
import { stagedFailure } from "../http/sentinels.ts";
import {
  addAddress,
  addressesAMember,
  changeAddress,
  listAddresses,
  removeAddress,
} from "../store/addresses.ts";

export const shippingAddresses = new Hono<App>({ strict: false });
shippingAddresses.use(requireMember);

const noun = "收件地址";

shippingAddresses.get("/", async (c) =>
  c.json({ data: await listAddresses(c.get("deps").db, c.get("actor").member.id) }),
);

shippingAddresses.post("/", async (c) => {
  const { db, now } = c.get("deps");
  const { address } = await readJson(c, shippingAddressBody);
  const staged = await stagedFailure(address);
  if (staged) return staged;
  const added = await addAddress(db, c.get("actor").member.id, address.trim(), now);
  if (!added) throw invalid(`最多只能儲存 ${addressesAMember} 個收件地址`);
  return c.json(added, 201);
});

shippingAddresses.put("/:id", async (c) => {
  const id = idOf(c, "id", noun);
  const { address } = await readJson(c, shippingAddressBody);
  const staged = await stagedFailure(address);
  if (staged) return staged;
  const changed = await changeAddress(
    c.get("deps").db,
    c.get("actor").member.id,
    id,
    address.trim(),
  );
  if (!changed) throw notFound(noun);
  return c.json(changed);
});

shippingAddresses.delete("/:id", async (c) => {
  const id = idOf(c, "id", noun);
  if (!(await removeAddress(c.get("deps").db, c.get("actor").member.id, id))) throw notFound(noun);
  return c.json({ message: "收件地址已刪除" });
});
