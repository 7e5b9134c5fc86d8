/** Each refund is asked of the gateway once; what has no answer is for people. */
import { paymentProviders, type PaymentProvider } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import { lastFinished } from "../../store/counters.ts";
import * as store from "../../store/refunds.ts";

const maxRunMs = 40_000;
/** Longer than any answer takes. */
const lostAfterMs = 5 * 60_000;
const stoodStillMs = 3 * 60_000;

export async function makeRefunds(deps: Deps): Promise<void> {
  const finishedAt = (await lastFinished(deps.db)) ?? Number.POSITIVE_INFINITY;
  const lost = await store.giveUpOnAnswers(deps.db, deps.now() - lostAfterMs);
  // A restored database does not know which refunds were made since.
  if (finishedAt < deps.now() - stoodStillMs)
    lost.push(...(await store.giveUpOnRequests(deps.db, deps.now())));
  for (const { merchantTradeNo, message } of lost) reportUnclear(deps, merchantTradeNo, message);
  await Promise.all(paymentProviders.map((provider) => makeRefundsWith(deps, provider)));
}

async function makeRefundsWith(deps: Deps, provider: PaymentProvider): Promise<void> {
  const startedAt = deps.now();
  const paidBefore = deps.payments[provider].refundableBefore(startedAt);
  if (paidBefore === null) return;
  const due = await store.dueRefunds(deps.db, provider, paidBefore);
  for (const refund of due) {
    if (deps.now() > startedAt + maxRunMs) return;
    if (await isUnclear(deps, provider, refund)) return;
  }
}

/** Asks for the refund. @returns whether nobody knows what became of it. */
async function isUnclear(deps: Deps, provider: PaymentProvider, refund: store.DueRefund) {
  const { id, amountTwd, trade } = refund;
  if (!(await store.claimRefund(deps.db, id, deps.now()))) return false;
  const answer = await deps.payments[provider].refund(trade, amountTwd);
  await store.recordRefund(deps.db, id, answer, deps.now());
  const { merchantTradeNo } = trade;
  if (answer.kind === "unclear") reportUnclear(deps, merchantTradeNo, answer.reason);
  else if (answer.kind === "made") deps.log.info("a refund was made", { merchantTradeNo });
  else deps.log.error("a refund was refused", { merchantTradeNo, code: answer.code });
  return answer.kind === "unclear";
}

function reportUnclear(deps: Deps, merchantTradeNo: string, reason: string | null): void {
  deps.log.error("a refund is unclear", { merchantTradeNo, reason: reason ?? "" });
}
