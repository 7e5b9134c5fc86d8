/** A request with an Idempotency-Key starts one attempt at paying; a repetition gets its answer. */
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { checkoutAnswer, type CheckoutAnswer } from "#contract/checkout-body";
import type { Deps, MemberActor } from "../../deps.ts";
import { sha256Hex, randomId } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import * as store from "../../store/idempotency.ts";
import { mayAct } from "../../store/sessions.ts";
import { asMember, readAsLive } from "../sessions/as-member.ts";
import { attemptExists, insertAttempt, type NewAttempt } from "../../store/payments.ts";

/** Key, session and `reads` come in one batch. @throws ShopError `idempotency_…` and others. */
export async function claimRequest<const Reads extends readonly BatchItem<"sqlite">[]>(
  deps: Deps,
  actor: MemberActor,
  { scope, key, body }: { scope: string; key: string; body: unknown },
  reads: Reads,
) {
  const now = deps.now();
  const wanted = { scope, key, bodyHash: await sha256Hex(JSON.stringify(body)) };
  const [take, look] = store.claimStatements(deps.db, wanted, now, mayAct(actor, now));
  const { session, found } = await readAsLive(deps, actor, {}, [take, look, ...reads]);
  const [[taken], [standing], ...rest] = found;
  if (taken !== undefined) {
    const claim = store.claimSince(wanted, taken.createdAt, now);
    // The rows after the key's two are those of `reads`.
    const rows = rest as unknown as BatchResponse<Reads>;
    return { answer: null, claim, asThem: asMember(deps, actor, { session }), found: rows };
  }
  if (standing && standing.bodyHash !== wanted.bodyHash)
    throw new ShopError("idempotency_mismatch");
  if (!standing?.answer) throw inProgress();
  return { answer: checkoutAnswer.parse(JSON.parse(standing.answer)) };
}

export function inProgress(): ShopError {
  return new ShopError("idempotency_in_progress", { headers: { "Retry-After": "1" } });
}

/** Frees the key of what failed. A first try that is refused has ordered nothing. */
export async function orRelease<T>(deps: Deps, claim: store.Claim, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    await store.releaseClaim(deps.db, claim, isRefusal(error) && !claim.isResumed);
    throw error;
  }
}

/** After any other failure the upstream may have acted. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ShopError && error.status < 500;
}

export const attemptLifetimeMs = 7 * 24 * 3600_000;

export type PayableOrder = Omit<
  NewAttempt,
  "id" | "merchantTradeNo" | "locale" | "createdAt" | "expiresAt" | "nextQueryAt"
>;

/** The attempt and the answer are written together, so one key never begins two. */
export async function startAttempt(deps: Deps, order: PayableOrder, claim: store.Claim) {
  const createdAt = deps.now();
  const { provider, amountTwd, orderNumber } = order;
  const { locale } = deps;
  const method = deps.payments[provider];
  const start = await method.start({ amountTwd, orderNumber, createdAt, locale });
  const answer: CheckoutAnswer = {
    id: order.orderId,
    order_id: orderNumber,
    ecpay_form_data: "form" in start ? start.form.fields : {},
    payment_url: "form" in start ? start.form.url : "",
    ...("redirect" in start && { payment_redirect_url: start.redirect }),
  };
  const attempt = {
    ...order,
    id: randomId(18),
    merchantTradeNo: start.merchantTradeNo,
    locale,
    createdAt,
    expiresAt: createdAt + attemptLifetimeMs,
    nextQueryAt: createdAt + method.asking.everyMs,
  };
  const [held, , kept] = await deps.db.batch([
    store.selectHeld(deps.db, claim),
    insertAttempt(deps.db, attempt, claim),
    store.keepAnswer(deps.db, claim, JSON.stringify(answer), attemptExists(attempt.id)),
  ]);
  if (kept.length > 0) return answer;
  throw held.length > 0 ? new ShopError("order_not_payable") : inProgress();
}
