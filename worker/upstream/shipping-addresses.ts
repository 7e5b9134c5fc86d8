import * as z from "zod/mini";
import type { ShippingAddress } from "#contract/member";
import { command, endpoint, json } from "./endpoint.ts";
import { listWithoutUnreadable, text } from "./tolerant.ts";

const address = z.object({ id: text, address: text });
const sends = json<{ address: string }>();
/** No document shows the whole answer, so unreadable parts are left out. */
const saved = {
  sends,
  answer: address,
  translate: (found: ShippingAddress): ShippingAddress | null => found,
  fallback: null,
};

export const listAddresses = endpoint({
  group: "member",
  method: "GET",
  path: "/shipping-addresses",
  answer: listWithoutUnreadable(address),
  translate: (data): { data: ShippingAddress[] } => ({ data }),
});

export const addAddress = endpoint({
  group: "member",
  method: "POST",
  path: "/shipping-addresses",
  ...saved,
});
export const changeAddress = endpoint({
  group: "member",
  method: "PUT",
  path: "/shipping-addresses/{id}",
  ...saved,
});
export const removeAddress = command({
  group: "member",
  method: "DELETE",
  path: "/shipping-addresses/{id}",
});
