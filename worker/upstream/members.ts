import * as z from "zod/mini";
import type { Member, MemberChange, ShippingAddress } from "#contract/member";
import { command, endpoint, json } from "./endpoint.ts";
import { each, flag, listWithoutUnreadable, maybe, otherwise, text } from "./tolerant.ts";

/** Only the id is required: the session needs it. */
const answer = z.object({
  id: text,
  ...each(otherwise(text, ""), "email", "first_name", "last_name"),
  ...each(maybe(text), "full_name", "phone", "country", "country_code", "address"),
  is_business: maybe(flag),
  ...each(maybe(text), "company_name", "tax_id", "language_code", "time_zone", "avatar_url"),
});
const memberOf = (found: z.output<typeof answer>): Member => ({
  ...found,
  full_name: found.full_name || fullName(found.last_name, found.first_name),
});

export const getMe = endpoint("member", "GET", "/members/me", { answer, translate: memberOf });

function fullName(last: string, first: string): string {
  const isHan = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(last + first);
  return [last, first].join(isHan ? "" : " ").trim();
}

/** No document shows the answer, so the member is optional. */
export const changeMe = endpoint("member", "PATCH", "/members/me", {
  sends: json<MemberChange>(),
  answer,
  translate: (found): Member | null => memberOf(found),
  fallback: null,
});

const address = z.object({ id: text, address: text });
/** No document shows the whole answer, so unreadable parts are left out. */
const saved = {
  sends: json<{ address: string }>(),
  answer: address,
  translate: (found: ShippingAddress): ShippingAddress | null => found,
  fallback: null,
};

export const listAddresses = endpoint("member", "GET", "/shipping-addresses", {
  answer: listWithoutUnreadable(address),
  translate: (data): { data: ShippingAddress[] } => ({ data }),
});

export const addAddress = endpoint("member", "POST", "/shipping-addresses", saved);
export const changeAddress = endpoint("member", "PUT", "/shipping-addresses/{id}", saved);
export const removeAddress = command("member", "DELETE", "/shipping-addresses/{id}");
