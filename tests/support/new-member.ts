/**
 * Registers somebody through the front door. Their password is then set, which spares four slow hashes a member: the mail, the first
 * sign-in and the forced change have journeys of their own. Nobody shares a member.
 */
import { randomBytes, randomInt, scryptSync } from "node:crypto";
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
  const password = "Perfume#2026";
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
  const sql = "UPDATE members SET must_change_password = 0, password_hash = ? WHERE email = ?";
  await shop.upstreamDb.prepare(sql).bind(quickHash(password), email).run();
  const signedIn = await shopper.signIn(email, password);
  if (signedIn.status !== 200) throw new Error(`sign-in answered ${signedIn.status}: ${JSON.stringify(signedIn.body)}`);
  return { email, password, shopper };
}

/** A stored hash names its own cost, so a test's may be checked in no time. */
function quickHash(password: string): string {
  const cost = { N: 2, r: 1, p: 1 };
  const salt = randomBytes(16);
  const digest = scryptSync(password, salt, 32, cost);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("hex"), digest.toString("hex")].join("$");
}

export async function mailsTo(
  shop: Shop,
  email: string,
): Promise<{ to: string; subject: string; text: string; code?: string; password?: string }[]> {
  const response = await shop.fetch(`/local/mail.json?to=${encodeURIComponent(email)}`);
  const body: Json = await response.json();
  return Array.isArray(body) ? body : body.data;
}
