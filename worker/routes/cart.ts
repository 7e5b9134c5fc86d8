import { Hono, type Context } from "hono";
import * as z from "zod/mini";
import {
  cartItemBody,
  cartItemChange,
  cartKeyHeader,
  cartRestoring,
  type Cart,
} from "#contract/cart";
import { id } from "#contract/fields";
import type { App } from "../context.ts";
import { guestCartCookie, guestCartMaxAgeSeconds } from "../middleware/cookies.ts";
import { sha256Hex } from "../platform/crypto.ts";
import { optionalLiveMember, optionalMember } from "../middleware/actor.ts";
import { clientAddress } from "../middleware/browser-facts.ts";
import { ShopError } from "../errors/shop-error.ts";
import { jsonBody, paramsOf } from "../middleware/validate.ts";
import {
  addItem,
  changeItem,
  clearCart,
  removeItem,
  restoreItems,
  type CartRequest,
} from "../shop/carts/change-cart.ts";
import { getCart, getMembersCart } from "../shop/carts/get-cart.ts";
import { addGuestItem } from "../shop/carts/guest-cart.ts";
import { withRefusals } from "../shop/refusals/with-refusals.ts";

export const cart = new Hono<App>();

const itemId = paramsOf(z.object({ id }));
const guestCartIdPattern = /^[\w-]{43}$/;

function guestCartId(c: Context<App>): string | null {
  const value = guestCartCookie.read(c);
  return value !== null && guestCartIdPattern.test(value) ? value : null;
}

function cartKey(c: Context<App>): string | null {
  const key = c.req.header(cartKeyHeader);
  return key !== undefined && guestCartIdPattern.test(key) ? key : null;
}

async function requestOf(c: Context<App>): Promise<CartRequest> {
  const actor = c.get("actor");
  return {
    owner: actor
      ? { memberId: actor.memberId }
      : { guestHash: await sha256Hex(guestCartId(c) ?? "") },
    expectedVersion: expectedVersion(c),
  };
}

function expectedVersion(c: Context<App>): number | null {
  const header = c.req.header("If-Match");
  if (header === undefined || header === "*") return null;
  const version = /^"(\d{1,15})"$/.exec(header)?.[1];
  if (version === undefined)
    throw new ShopError("validation_failed", { fields: { "If-Match": "invalid" } });
  return Number(version);
}

async function answer(c: Context<App>, present: Cart) {
  const items = await withRefusals(c.get("deps"), c.get("actor"), present.items);
  return cartJson(c, { ...present, items });
}

function cartJson(c: Context<App>, shown: Cart) {
  return c.json(shown, 200, { ETag: `"${shown.version}"` });
}

cart.get("/", optionalMember, async (c) => {
  const actor = c.get("actor");
  return actor === null
    ? answer(c, await getCart(c.get("deps"), (await requestOf(c)).owner))
    : cartJson(c, await getMembersCart(c.get("deps"), actor));
});

cart.use(optionalLiveMember);

cart.post("/items", jsonBody(cartItemBody), async (c) => {
  const deps = c.get("deps");
  if (c.get("actor"))
    return answer(c, await addItem(deps, await requestOf(c), c.req.valid("json")));
  const claim = { address: clientAddress(c), cartId: guestCartId(c), key: cartKey(c) };
  const added = await addGuestItem(deps, claim, expectedVersion(c), c.req.valid("json"));
  guestCartCookie.set(c, added.cartId, guestCartMaxAgeSeconds);
  return answer(c, added.cart);
});

cart.post("/restore", jsonBody(cartRestoring), async (c) =>
  answer(c, await restoreItems(c.get("deps"), await requestOf(c), c.req.valid("json").ids)),
);

cart.put("/items/:id", itemId, jsonBody(cartItemChange), async (c) =>
  answer(
    c,
    await changeItem(
      c.get("deps"),
      await requestOf(c),
      c.req.valid("param").id,
      c.req.valid("json"),
    ),
  ),
);

cart.delete("/items/:id", itemId, async (c) =>
  answer(c, await removeItem(c.get("deps"), await requestOf(c), c.req.valid("param").id)),
);

cart.delete("/clear", async (c) => answer(c, await clearCart(c.get("deps"), await requestOf(c))));
