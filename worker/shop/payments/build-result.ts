/**
 * OrderResultURL: the shopper's browser brings ECPay's message. It decides what the next page shows and changes nothing;
 * at most it makes us ask ECPay once about an attempt that is still open.
 */
import { currency } from "#contract/money";
import { fallbackLocale, type Locale } from "#contract/locales";
import { parseForm, readNotice, type PaymentNotice } from "#ecpay/notification";
import type { Deps } from "../../deps.ts";
import { findAttempt, type Attempt } from "../../store/payments.ts";
import { ecpayAccount } from "./ecpay-account.ts";
import { askOnce } from "./reconcile.ts";
import { resultLifetimeMs, signResult, type ResultToken } from "./result-token.ts";

export interface ShownResult {
  locale: Locale;
  /** Null when there is nothing that may be shown. */
  token: ResultToken | null;
}

export async function buildResult(deps: Deps, body: string): Promise<ShownResult> {
  const notice = await genuineNotice(deps, body);
  const attempt = notice === null ? null : await findAttempt(deps.db, notice.merchantTradeNo);
  if (notice === null || attempt === null || attempt.amountTwd !== notice.amountTwd) {
    deps.log.warn("a payment return was not shown", { reason: notice === null ? "not_genuine" : "no_such_attempt" });
    return { locale: attempt?.locale ?? fallbackLocale, token: null };
  }
  if (notice.paid && attempt.state === "open") deps.waitUntil(askOnce(deps, attempt));
  return { locale: attempt.locale, token: await tokenOf(deps, attempt, notice) };
}

async function genuineNotice(deps: Deps, body: string): Promise<PaymentNotice | null> {
  const form = parseForm(body);
  if (!form.ok) return null;
  const { keys, merchantId } = ecpayAccount(deps);
  const notice = await readNotice(form.value, keys, merchantId);
  return notice.ok ? notice.value : null;
}

function tokenOf(deps: Deps, attempt: Attempt, notice: PaymentNotice): Promise<ResultToken> {
  const { snapshot } = attempt;
  return signResult(deps.config, {
    expiry: deps.now() + resultLifetimeMs,
    value: {
      // An old message about a failed try does not unsay a payment.
      status: notice.paid || attempt.state === "paid" ? "success" : "failed",
      orderId: attempt.orderNumber,
      order_date: snapshot?.orderDate ?? new Date(attempt.createdAt).toISOString(),
      amount: attempt.amountTwd,
      currency,
      customer_name: snapshot?.customerName ?? "",
      customer_phone: snapshot?.customerPhone ?? "",
      customer_address: snapshot?.customerAddress ?? "",
    },
  });
}
