/** Somebody of their own for a test, signed in through the front door. Nobody shares a member. */
import { randomInt } from "node:crypto";
import { newShopper, type Json, type Shopper } from "./shopper.ts";
import type { Shop } from "./shop.ts";
import { storeMember } from "./stored-member.ts";

interface Wish {
  isBusiness?: boolean;
  country?: "TW" | "JP";
  language?: "zh" | "en" | "ja";
}

export interface NewMember {
  email: string;
  password: string;
  /** Signed in already. */
  shopper: Shopper;
}

let made = 0;

export async function newMember(shop: Shop, wish: Wish = {}): Promise<NewMember> {
  made += 1;
  const language = wish.language ?? "en";
  const email = `member-${made}-${randomInt(1e9)}@example.test`;
  const password = "Perfume#2026";
  const country = wish.country ?? "TW";
  const isBusiness = wish.isBusiness ?? false;
  const shopper = newShopper(shop, language);
  const form = {
    first_name: "Noor",
    last_name: "Test",
    email,
    country,
    country_code: country === "TW" ? "+886" : "+81",
    phone: `09${randomInt(1e8).toString().padStart(8, "0")}`,
    address: "1 Test Road, Taipei",
    is_business: isBusiness,
    company_name: isBusiness ? "Test Company" : null,
    tax_id: isBusiness && country === "TW" ? "12345678" : null,
    language_code: language,
  };
  await storeMember(shop.upstreamDb, form, password);
  const signedIn = await shopper.signIn(email, password);
  if (signedIn.status !== 200)
    throw new Error(`sign-in answered ${signedIn.status}: ${JSON.stringify(signedIn.body)}`);
  return { email, password, shopper };
}

export async function mailsTo(
  shop: Shop,
  email: string,
): Promise<{ to: string; subject: string; text: string; code?: string; password?: string }[]> {
  const response = await shop.fetch(`/local/mail.json?to=${encodeURIComponent(email)}`);
  const body: Json = await response.json();
  return Array.isArray(body) ? body : body.data;
}
