/** A request with an Idempotency-Key acts once; a repetition gets the first answer. */
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { checkoutAnswer, type CheckoutAnswer } from "#contract/checkout-body";
import type { Deps, MemberActor } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { claimSince, claimStatements, releaseClaim, type Claim } from "../../store/idempotency.ts";
import { mayAct } from "../../store/session-liveness.ts";
import { asMember } from "../sessions/as-member.ts";
import { readAsLive } from "../sessions/get-live-session.ts";

type Claimed<Reads extends readonly BatchItem<"sqlite">[]> =
  | { answer: CheckoutAnswer }
  | { answer: null; claim: Claim; asThem: Deps; found: BatchResponse<Reads> };

/** Key, session and `reads` come in one batch. @throws ShopError `idempotency_…` and others. */
export async function claimRequest<const Reads extends readonly BatchItem<"sqlite">[]>(
  deps: Deps,
  actor: MemberActor,
  { scope, key, body }: { scope: string; key: string; body: unknown },
  reads: Reads,
): Promise<Claimed<Reads>> {
  const now = deps.now();
  const wanted = { scope, key, bodyHash: await sha256Hex(JSON.stringify(body)) };
  const [take, look] = claimStatements(deps.db, wanted, now, mayAct(actor, now));
  const { session, found } = await readAsLive(deps, actor, {}, [take, look, ...reads]);
  const [[taken], [standing], ...rest] = found;
  if (taken !== undefined) {
    const claim = claimSince(wanted, taken.createdAt, now);
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
export async function orRelease<T>(deps: Deps, claim: Claim, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await releaseClaim(deps.db, claim, isRefusal(error) && !claim.isResumed);
    throw error;
  }
}

/** After any other failure the upstream may have acted. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ShopError && error.status < 500;
}
