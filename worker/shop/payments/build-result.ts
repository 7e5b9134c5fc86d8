/** The browser brings the gateway's message: shown, never settled, at most asked about. */
import { currency } from "#contract/money";
import { fallbackLocale, type Locale } from "#contract/locales";
import type { PaymentProvider, PaymentResult } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import type { Payment } from "../../payments/method.ts";
import { findAttempt, firstShownAt, type Attempt } from "../../store/payments.ts";
import { askOnce } from "./reconcile.ts";
import { resultLifetimeMs, signResult, type ResultToken } from "./result-token.ts";

export interface ShownResult {
  locale: Locale;
  /** Null when there is nothing that may be shown. */
  token: ResultToken | null;
}

export async function buildResult(
  deps: Deps,
  provider: PaymentProvider,
  body: string,
): Promise<ShownResult> {
  const notice = await deps.payments[provider].readNotice(body);
  const payment = notice.kind === "report" ? notice.payment : null;
  const merchantTradeNo =
    payment?.merchantTradeNo ??
    (notice.kind === "unverified" ? notice.record.merchantTradeNo : null);
  const attempt =
    merchantTradeNo === null ? null : await findAttempt(deps.db, { provider, merchantTradeNo });
  if (attempt === null || (payment !== null && attempt.amountTwd !== payment.amountTwd)) {
    deps.log.warn("a payment return was not shown", {
      reason: merchantTradeNo === null ? "not_genuine" : "no_such_attempt",
    });
    return { locale: attempt?.locale ?? fallbackLocale, token: null };
  }
  const said = payment?.status ?? "unknown";
  if ((said === "paid" || said === "unknown") && attempt.state === "open")
    deps.waitUntil(askOnce(deps, attempt));
  return { locale: attempt.locale, token: await tokenOf(deps, attempt, shownOf(said, attempt)) };
}

type Shown = PaymentResult["value"]["status"];

function shownOf(said: Payment["status"], { state }: Attempt): Shown {
  // An old message about a failed try does not unsay a payment.
  if (said === "paid" || state === "paid") return "success";
  return said === "unknown" ? "checking" : "failed";
}

/** The signature never expires, so the person is shown until the first result runs out. */
async function tokenOf(deps: Deps, attempt: Attempt, status: Shown): Promise<ResultToken> {
  const now = deps.now();
  const end = ((await firstShownAt(deps.db, attempt.id, now)) ?? now) + resultLifetimeMs;
  const isOld = end <= now;
  const { snapshot } = attempt;
  const person = isOld ? null : snapshot;
  return signResult(deps.config, {
    expiry: isOld ? now + resultLifetimeMs : end,
    value: {
      status,
      orderId: attempt.orderNumber,
      order_date: snapshot?.orderDate ?? new Date(attempt.createdAt).toISOString(),
      amount: attempt.amountTwd,
      currency,
      customer_name: person?.customerName ?? "",
      customer_phone: person?.customerPhone ?? "",
      customer_address: person?.customerAddress ?? "",
    },
  });
}
