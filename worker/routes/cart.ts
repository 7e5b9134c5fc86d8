import { Hono, type Context } from "hono";
import * as contract from "#contract/cart";
import type { App } from "../context.ts";
import { guestCartCookie, clientAddress } from "../middleware/browser-facts.ts";
import { sha256Hex } from "../platform/crypto.ts";
import { ShopError } from "../errors/shop-error.ts";
import { policy } from "../middleware/policy.ts";
import * as carts from "../shop/carts/cart.ts";

export const cart = new Hono<App>();

const guestCartId = (c: Context<App>) =>
  /^[\w-]{43}$/.exec(guestCartCookie.read(c) ?? "")?.[0] ?? null;

async function changeOf(c: Context<App>) {
  const { deps, actor } = c.var;
  const guest = () => sha256Hex(guestCartId(c) ?? "");
  const owner = actor === null ? { guestHash: await guest() } : { memberId: actor.memberId };
  return carts.changeOf(deps, owner, expectedVersion(c));
}

function expectedVersion(c: Context<App>): number | null {
  const header = c.req.header("If-Match");
  if (header === undefined || header === "*") return null;
  const version = /^"(\d{1,15})"$/.exec(header)?.[1];
  if (version === undefined)
    throw new ShopError("validation_failed", { fields: { "If-Match": "invalid" } });
  return Number(version);
}

function answer(c: Context<App>, shown: contract.Cart) {
  return c.json(shown, 200, { ETag: `"${shown.version}"` });
}

cart.get("/", policy({ who: "guest or member", rate: "cart-read" }), async (c) => {
  const { deps, actor } = c.var;
  return actor === null
    ? answer(c, await carts.getCart(deps, (await changeOf(c)).owner))
    : answer(c, await carts.getMembersCart(deps, actor));
});

const write = {
  who: "guest or member",
  live: true,
  beforePasswordChange: true,
  rate: "cart-write",
} as const;

cart.post("/items", policy({ ...write, json: contract.cartItemBody }), async (c) => {
  const { deps, actor } = c.var;
  const item = c.req.valid("json");
  if (actor !== null) return answer(c, await carts.addItem(deps, await changeOf(c), item));
  const claim = { address: clientAddress(c), cartId: guestCartId(c) };
  const added = await carts.addGuestItem(deps, claim, expectedVersion(c), item);
  guestCartCookie.set(c, added.cartId);
  return answer(c, added.cart);
});

cart.post("/restore", policy({ ...write, json: contract.cartRestoring }), async (c) =>
  answer(c, await carts.restoreItems(c.var.deps, await changeOf(c), c.req.valid("json").ids)),
);

cart.put("/items/:id", policy({ ...write, json: contract.cartItemChange }), async (c) => {
  const { deps } = c.var;
  const change = c.req.valid("json");
  return answer(c, await carts.changeItem(deps, await changeOf(c), c.req.param("id"), change));
});

cart.delete("/items/:id", policy(write), async (c) =>
  answer(c, await carts.removeItem(c.var.deps, await changeOf(c), c.req.param("id"))),
);

cart.delete("/clear", policy(write), async (c) =>
  answer(c, await carts.clearCart(c.var.deps, await changeOf(c))),
);
