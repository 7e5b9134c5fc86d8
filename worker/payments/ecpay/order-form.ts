/** The form posted to ECPay (page 2862), without shoppers' text: the MAC protects no borders. */
import { signed, type Fields } from "./check-mac-value.ts";
import { merchantTradeNoPattern, signedUrlPattern, unsafeInSignedValue } from "./vocabulary.ts";
import { taipeiTime, type CashierLanguage, type Keys } from "./vocabulary.ts";

interface OrderFormInput {
  merchantId: string;
  merchantTradeNo: string;
  amountTwd: number;
  createdAt: number;
  itemName: string;
  tradeDesc: string;
  language: CashierLanguage;
  returnUrl: string;
  orderResultUrl: string;
}

/** @throws RangeError when a value may not be signed: a programming error. */
export async function orderForm(input: OrderFormInput, keys: Keys): Promise<Fields> {
  if (!merchantTradeNoPattern.test(input.merchantTradeNo))
    throw new RangeError("MerchantTradeNo is not 1–20 of A–Z and 0–9");
  if (!Number.isSafeInteger(input.amountTwd) || input.amountTwd <= 0)
    throw new RangeError("TotalAmount is not a whole positive sum");
  for (const url of [input.returnUrl, input.orderResultUrl])
    if (!signedUrlPattern.test(url))
      throw new RangeError("an address is too long or has a query string");
  const fields: Record<string, string> = {
    MerchantID: input.merchantId,
    MerchantTradeNo: input.merchantTradeNo,
    MerchantTradeDate: taipeiTime(input.createdAt),
    PaymentType: "aio",
    TotalAmount: String(input.amountTwd),
    TradeDesc: input.tradeDesc,
    ItemName: input.itemName,
    ReturnURL: input.returnUrl,
    // With it ECPay shows no button for ClientBackURL.
    OrderResultURL: input.orderResultUrl,
    // Cards only: an ATM or store number would leave the order unpaid for days (decision 0005).
    ChoosePayment: "Credit",
    // Its payers would never come back.
    UnionPay: "2",
    EncryptType: "1",
  };
  if (input.language !== "") fields["Language"] = input.language;
  const unsafe = Object.entries(fields).find(([, value]) => unsafeInSignedValue.test(value));
  if (unsafe) throw new RangeError(`${unsafe[0]} holds a character that may not be signed`);
  return signed(fields, keys);
}

const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** `S` and 19 letters of 5 random bits each; single case, since the MAC folds case. */
export function newMerchantTradeNo(random: Uint8Array): string {
  if (random.length !== 19) throw new RangeError("a trade number is made of 19 random bytes");
  return `S${[...random].map((byte) => alphabet[byte & 31]).join("")}`;
}
