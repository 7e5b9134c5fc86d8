/** Registers somebody through the front door: form, mail, forced password change. Nobody shares a member. */
import { randomInt } from "node:crypto";
import { newShopper, type Json, type Shopper } from "./shopper.ts";
import type { Shop } from "./shop.ts";

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
  const password = "Vetiver&Rain2026";
  const country = wish.country ?? "TW";
  const isBusiness = wish.isBusiness ?? false;
  const shopper = newShopper(shop, language);
  const registered = await shopper.send("POST", "/auth/register", {
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
  });
  if (registered.status >= 300) throw new Error(`registration answered ${registered.status}: ${JSON.stringify(registered.body)}`);
  const temporary = await temporaryPassword(shop, email);
  const first = await shopper.signIn(email, temporary);
  if (first.status !== 200) throw new Error(`first sign-in answered ${first.status}: ${JSON.stringify(first.body)}`);
  const changed = await shopper.send("POST", "/auth/change-password", { old_password: temporary, new_password: password, confirm_password: password });
  if (changed.status >= 300) throw new Error(`password change answered ${changed.status}: ${JSON.stringify(changed.body)}`);
  const again = await shopper.signIn(email, password);
  if (again.status !== 200) throw new Error(`sign-in answered ${again.status}: ${JSON.stringify(again.body)}`);
  return { email, password, shopper };
}

export async function mailsTo(shop: Shop, email: string): Promise<{ to: string; subject: string; text: string; code?: string; password?: string }[]> {
  const response = await shop.fetch(`/local/mail.json?to=${encodeURIComponent(email)}`);
  const body: Json = await response.json();
  return Array.isArray(body) ? body : body.data;
}

async function temporaryPassword(shop: Shop, email: string): Promise<string> {
  const password = (await mailsTo(shop, email)).find((mail) => mail.password !== undefined)?.password;
  if (password === undefined) throw new Error(`no mail with a password for ${email}`);
  return password;
}
