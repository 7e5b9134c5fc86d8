/** Somebody of their own for a test, signed in through the front door. Nobody shares a member. */
import { Secret, TOTP } from "otpauth";
import { newShopper, type Shopper } from "./shopper.ts";
import type { Shop } from "./shop.ts";
import { registrationOf, storeMember, uniqueEmail } from "./upstream-member.ts";

export { mailsTo } from "./upstream-member.ts";

interface Wish {
  isBusiness?: boolean;
  country?: "TW" | "JP";
  language?: "zh" | "en" | "ja";
}

export interface NewMember {
  email: string;
  password: string;
  shopper: Shopper;
}

export async function newMember(
  shop: Shop,
  { isBusiness = false, country = "TW", language = "en" }: Wish = {},
): Promise<NewMember> {
  const email = uniqueEmail();
  const password = "Perfume#2026";
  const shopper = newShopper(shop, language);
  const form = registrationOf(email, {
    last_name: "Test",
    country,
    country_code: country === "TW" ? "+886" : "+81",
    is_business: isBusiness,
    company_name: isBusiness ? "Test Company" : null,
    tax_id: isBusiness && country === "TW" ? "12345678" : null,
    language_code: language,
  });
  await storeMember(shop.upstreamDb, form, password);
  const { status, body } = await shopper.signIn(email, password);
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
  return { email, password, shopper };
}

/** Of an authenticator app, so many half minutes from now. */
export const appCodeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** With an app, turned on with the code before the present one, so that the present one is still to be had. */
export async function memberWithApp(shop: Shop) {
  const member = await newMember(shop);
  const { shopper, password } = member;
  const { secret } = (await shopper.send("POST", "/auth/second-step", { password })).body;
  const code = { code: appCodeOf(secret, -1) };
  const { status, body } = await shopper.send("POST", "/auth/second-step/confirm", code);
  if (status !== 200) throw new Error(`the app was answered with ${status}`);
  const recoveryCodes: string[] = body.recovery_codes;
  return { ...member, secret: String(secret), recoveryCodes };
}
