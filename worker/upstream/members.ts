import * as z from "zod/mini";
import type { Member } from "#contract/member";
import { endpoint, json } from "./endpoint.ts";
import { flag, maybe, otherwise, text } from "./tolerant.ts";

/** Only the id is required: the session needs it. */
const answer = z.object({
  id: text,
  email: otherwise(text, ""),
  first_name: otherwise(text, ""),
  last_name: otherwise(text, ""),
  full_name: maybe(text),
  phone: maybe(text),
  country: maybe(text),
  country_code: maybe(text),
  address: maybe(text),
  is_business: maybe(flag),
  company_name: maybe(text),
  tax_id: maybe(text),
  language_code: maybe(text),
  time_zone: maybe(text),
  avatar_url: maybe(text),
});
const memberOf = (found: z.output<typeof answer>): Member => ({
  ...found,
  full_name: found.full_name || fullName(found.last_name, found.first_name),
});

export const getMe = endpoint({
  group: "member",
  method: "GET",
  path: "/members/me",
  answer,
  translate: memberOf,
});

function fullName(last: string, first: string): string {
  const isHan = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(last + first);
  return (isHan ? [last, first].join("") : [last, first].join(" ")).trim();
}

interface Change {
  first_name?: string | undefined;
  last_name?: string | undefined;
  phone?: string | undefined;
  country_code?: string | undefined;
  address?: string | undefined;
  company_name?: string | null | undefined;
  tax_id?: string | null | undefined;
  avatar_url?: string | null | undefined;
  language_code?: string | undefined;
  time_zone?: string | undefined;
}

/** No document shows the answer, so the member is optional. */
export const changeMe = endpoint({
  group: "member",
  method: "PATCH",
  path: "/members/me",
  sends: json<Change>(),
  answer,
  translate: (found): Member | null => memberOf(found),
  fallback: null,
});
