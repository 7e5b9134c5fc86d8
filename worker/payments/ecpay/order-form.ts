/** The form posted to ECPay (page 2862), without shoppers' text: the MAC protects no borders. */
import { signed, type Fields } from "./check-mac-value.ts";
import { amount, merchantTradeNoPattern, signedUrlPattern } from "./vocabulary.ts";
import { unsafeInSignedValue, type Keys } from "./vocabulary.ts";

const formats: Readonly<Record<string, RegExp>> = {
  MerchantTradeNo: merchantTradeNoPattern,
  TotalAmount: amount,
  ReturnURL: signedUrlPattern,
  OrderResultURL: signedUrlPattern,
};
type OwnField =
  | `Merchant${"ID" | "TradeNo" | "TradeDate"}`
  | "TotalAmount"
  | "TradeDesc"
  | "ItemName"
  | "ReturnURL"
  // With it ECPay shows no button for ClientBackURL.
  | "OrderResultURL";

/** @throws RangeError when a value may not be signed: a programming error. */
export async function orderForm(own: Record<OwnField, string> & { Language?: string }, keys: Keys) {
  const fields: Fields = {
    ...own,
    PaymentType: "aio",
    // Cards only: an ATM or store number would leave the order unpaid for days (decision 0005).
    ChoosePayment: "Credit",
    // Its payers would never come back.
    UnionPay: "2",
    EncryptType: "1",
  };
  for (const [name, value] of Object.entries(fields))
    if (unsafeInSignedValue.test(value) || formats[name]?.test(value) === false)
      throw new RangeError(`${name} holds what may not be signed`);
  return signed(fields, keys);
}

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** `S` and 19 letters of 5 random bits each; single case, since the MAC folds case. */
export function newMerchantTradeNo(random: Uint8Array): string {
  if (random.length !== 19) throw new RangeError("a trade number is made of 19 random bytes");
  return `S${[...random].map((byte) => alphabet[byte & 31]).join("")}`;
}
