/** Runs an action once for each key; a repetition returns the first answer. */
import * as z from "zod/mini";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Deps, MemberActor } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import {
  claimStatements,
  claimOf,
  endLease,
  forgetClaim,
  type Claim,
  type ClaimAnswer,
} from "../../store/idempotency.ts";
import { mayAct } from "../../store/session-liveness.ts";
import { asMember } from "../sessions/as-member.ts";
import { readAsLive } from "../sessions/get-live-session.ts";

/** The holder keeps its answer under the claim, in the batch of what it refers to. */
export interface Turn {
  claim: Claim;
  /** Called before the first external effect: from then on the key belongs to this body. */
  begin: () => void;
}

interface Request {
  scope: string;
  key: string;
  body: unknown;
}

/** Key, session and `reads` come in one batch. @throws ShopError `idempotency_…` and others. */
export async function idempotently<
  Answer extends z.ZodMiniType,
  const Reads extends readonly BatchItem<"sqlite">[],
>(
  deps: Deps,
  actor: MemberActor,
  { scope, key, body }: Request,
  answer: Answer,
  reads: Reads,
  act: (asThem: Deps, turn: Turn, found: BatchResponse<Reads>) => Promise<z.output<Answer>>,
): Promise<z.output<Answer>> {
  const now = deps.now();
  const wanted = { scope, key, bodyHash: await sha256Hex(JSON.stringify(body)) };
  const [take, look] = claimStatements(deps.db, wanted, now, mayAct(actor, now));
  const { session, found } = await readAsLive(deps, actor, {}, [take, look, ...reads]);
  const [taken, standing, ...rest] = found;
  const claim = claimOf(wanted, now, taken, standing);
  if (claim.state === "answered") return answer.parse(JSON.parse(claim.answer));
  const asThem = asMember(deps, actor, { session });
  return hold(deps, claimed(claim), (turn) =>
    // The rows after the key's two are those of `reads`.
    act(asThem, turn, rest as unknown as BatchResponse<Reads>),
  );
}

/** @throws ShopError for a key that another request holds or has used. */
export function claimed(claim: Exclude<ClaimAnswer, { state: "answered" }>): Claim {
  switch (claim.state) {
    case "mismatch":
      throw new ShopError("idempotency_mismatch");
    case "in_progress":
      throw inProgress();
    case "claimed":
      return claim.claim;
  }
}

export function inProgress(): ShopError {
  return new ShopError("idempotency_in_progress", { headers: { "Retry-After": "1" } });
}

/** On failure frees the key: for any body before effects, for the same body after. */
export async function hold<T>(
  deps: Deps,
  claim: Claim,
  act: (turn: Turn) => Promise<T>,
): Promise<T> {
  let hasBegun = false;
  try {
    return await act({ claim, begin: () => (hasBegun = true) });
  } catch (error) {
    const wasRefused = error instanceof ShopError && error.status < 500;
    await (hasBegun && !wasRefused ? endLease(deps.db, claim) : forgetClaim(deps.db, claim));
    throw error;
  }
}
