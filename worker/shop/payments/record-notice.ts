/** ReturnURL: a message of ECPay's server. Only a flawless one settles, and only a written one is acknowledged. */
import { parseForm, readNotice, type PaymentNotice } from "#ecpay/notification";
import { codes } from "#ecpay/vocabulary";
import type { Deps } from "../../deps.ts";
import { failAttempt, findAttempt } from "../../store/payments.ts";
import { ecpayAccount } from "./ecpay-account.ts";
import { quarantine } from "./quarantine.ts";
import { settle } from "./settle.ts";

/** `refused` is for what ECPay cannot have sent: nothing of it is kept. */
export async function recordNotice(deps: Deps, body: string): Promise<"acknowledged" | "refused"> {
  const form = parseForm(body);
  if (!form.ok) return refuse(deps, form.error);
  const { keys, merchantId } = ecpayAccount(deps);
  const read = await readNotice(form.value, keys, merchantId);
  if (read.ok) {
    const oddity = await act(deps, read.value);
    if (oddity !== null) await quarantine(deps, oddity, form.value);
  } else {
    if (read.error.reason === "bad_mac") return refuse(deps, "bad_mac");
    await quarantine(deps, read.error.reason, form.value);
  }
  return "acknowledged";
}

const sayEveryMs = 10_000;
let unsaid = 0;
let saidAt = 0;

/** Anybody may send these, as many as they like: they are counted, and one in ten seconds is told of. */
function refuse(deps: Deps, reason: string): "refused" {
  unsaid += 1;
  if (deps.now() - saidAt < sayEveryMs) return "refused";
  deps.log.warn("payment message refused", { reason, count: unsaid });
  unsaid = 0;
  saidAt = deps.now();
  return "refused";
}

const numberIssued: readonly string[] = [codes.atmNumberIssued, codes.storeNumberIssued];

/** @returns why people must look at the message, or null. */
async function act(deps: Deps, notice: PaymentNotice): Promise<string | null> {
  if (notice.paid) {
    const settled = await settle(deps, notice);
    return settled === "settled" || settled === "known" ? null : settled;
  }
  // Such codes say that a number to pay with was issued, or are spelled as ECPay never spells them.
  if (numberIssued.includes(notice.rtnCode) || /^0\d/.test(notice.rtnCode)) return "odd_code";
  const attempt = await findAttempt(deps.db, notice.merchantTradeNo);
  if (attempt === null) return "unknown_order";
  if (attempt.amountTwd !== notice.amountTwd) return "wrong_amount";
  await failAttempt(deps.db, notice.merchantTradeNo, notice.amountTwd, notice.rtnCode);
  return null;
}
