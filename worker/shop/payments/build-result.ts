/** The browser brings the gateway's message: it is shown and asked about, never believed. */
import { currency } from "#contract/money";
import { fallbackLocale } from "#contract/locales";
import { outcomes, type PaymentProvider, type PaymentResult } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import type { PaymentStatus } from "../../payments/method.ts";
import { attemptStates } from "../../store/attempt-states.ts";
import { findAttempt, firstShownAt, type Attempt } from "../../store/payments.ts";
import { askOnce, confirmOnce } from "./reconcile.ts";
import { resultLifetimeMs, signResult } from "./result-token.ts";

export async function buildResult(deps: Deps, provider: PaymentProvider, message: string) {
  const said = await deps.payments[provider].returned(message);
  const attempt = said && (await findAttempt(deps.db, { provider, ...said }));
  const amountTwd = said?.amountTwd ?? attempt?.amountTwd;
  if (said === null || attempt === null || attempt.amountTwd !== amountTwd) {
    deps.log.warn("a payment return was not shown", {
      reason: said === null ? "not_genuine" : "no_such_attempt",
    });
    return { locale: attempt?.locale ?? fallbackLocale, token: null };
  }
  // An old message about a failed try does not unsay a payment.
  const { isPaid, isOpen } = attemptStates[attempt.state];
  const shown = isPaid ? "success" : shownAs[await statusOf(deps, attempt, said.status)];
  if (outcomes[shown].isFollowed && isOpen) deps.waitUntil(askOnce(deps, attempt));
  return { locale: attempt.locale, token: await tokenOf(deps, attempt, shown) };
}

async function statusOf(deps: Deps, attempt: Attempt, said: PaymentStatus): Promise<PaymentStatus> {
  if (said !== "authorised") return said;
  const confirming = confirmOnce(deps, attempt);
  // It goes on when the shopper's connection breaks.
  deps.waitUntil(confirming);
  return confirming;
}

type Shown = PaymentResult["value"]["status"];

const shownAs: Record<PaymentStatus, Shown> = {
  paid: "success",
  authorised: "checking",
  unknown: "checking",
  failed: "failed",
  unpaid: "failed",
};

/** The signature never expires, so the person is shown until the first result runs out. */
async function tokenOf(deps: Deps, attempt: Attempt, status: Shown) {
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
