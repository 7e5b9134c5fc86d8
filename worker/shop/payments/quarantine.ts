import { merchantTradeNoPattern } from "#ecpay/vocabulary";
import type { Deps } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { insertOddMessage } from "../../store/payments.ts";

/** Sent where the merchant's settings ask for them; never kept (security checklist R56). */
const cardFields = new Set(["card4no", "card6no", "auth_code"]);

/** ECPay did sign this, but nothing may be settled from it: it is kept, people are told, and ECPay is asked instead. */
export async function quarantine(deps: Deps, reason: string, fields: Record<string, string>): Promise<void> {
  const named = fields["MerchantTradeNo"] ?? "";
  const merchantTradeNo = merchantTradeNoPattern.test(named) ? named : null;
  const names = Object.keys(fields).filter((name) => name !== "CheckMacValue" && !cardFields.has(name));
  const text = JSON.stringify(fields, names.sort());
  const isNew = await insertOddMessage(
    deps.db,
    { id: await sha256Hex(`${reason}\n${text}`), merchantTradeNo, reason, fields: text },
    deps.now(),
  );
  if (isNew) deps.log.error("payment message quarantined", { reason, ...(merchantTradeNo === null ? {} : { merchantTradeNo }) });
}
