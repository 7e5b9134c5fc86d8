/** Runs an action once for each key; a repetition returns the first answer. */
import * as z from "zod/mini";
import type { Deps } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import {
  claimKey,
  endLease,
  forgetClaim,
  keepAnswer,
  type Claim,
} from "../../store/idempotency.ts";

export interface Turn<Answer> {
  claim: Claim;
  /** To be called before the first external effect: from then on the key belongs to this body, even after a failure. */
  begin: () => void;
  keep: (answer: Answer) => Promise<void>;
}

interface Request {
  scope: string;
  key: string;
  body: unknown;
}

/** @throws ShopError `idempotency_mismatch` for another body, `idempotency_in_progress` while the first request is running. */
export async function idempotently<Answer extends z.ZodMiniType>(
  deps: Deps,
  { scope, key, body }: Request,
  answer: Answer,
  act: (turn: Turn<z.output<Answer>>) => Promise<z.output<Answer>>,
): Promise<z.output<Answer>> {
  const bodyHash = await sha256Hex(JSON.stringify(body));
  const claimed = await claimKey(deps.db, { scope, key, bodyHash }, deps.now());
  switch (claimed.state) {
    case "answered":
      return answer.parse(JSON.parse(claimed.answer));
    case "mismatch":
      throw new ShopError("idempotency_mismatch");
    case "in_progress":
      throw inProgress();
    case "claimed":
      return hold(deps, claimed.claim, act);
  }
}

export function inProgress(): ShopError {
  return new ShopError("idempotency_in_progress", { headers: { "Retry-After": "1" } });
}

async function hold<T>(deps: Deps, claim: Claim, act: (turn: Turn<T>) => Promise<T>): Promise<T> {
  let hasBegun = false;
  const keep = async (answer: T) => {
    const kept = await keepAnswer(deps.db, claim, JSON.stringify(answer));
    if (kept.length === 0) throw inProgress();
  };
  try {
    return await act({ claim, begin: () => (hasBegun = true), keep });
  } catch (error) {
    const wasRefused = error instanceof ShopError && error.status < 500;
    await (hasBegun && !wasRefused ? endLease(deps.db, claim) : forgetClaim(deps.db, claim));
    throw error;
  }
}
