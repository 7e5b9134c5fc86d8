/** Does a thing once for one Idempotency-Key of one member; whoever repeats it gets the first answer. */
import * as z from "zod/mini";
import type { Deps } from "../../context.ts";
import { sha256Hex } from "../../http/crypto.ts";
import { ShopError } from "../../http/errors.ts";
import { claimKey, endLease, forgetClaim, type Claim } from "../../store/idempotency.ts";

export interface Once {
  claim: Claim;
  /** To be said before the first effect outside: from then on the key stays with its body, whatever happens. */
  begin: () => void;
}

interface Request {
  scope: string;
  key: string;
  body: unknown;
}

export async function once<Answer extends z.ZodMiniType>(
  deps: Deps,
  { scope, key, body }: Request,
  answer: Answer,
  act: (once: Once) => Promise<z.output<Answer>>,
): Promise<z.output<Answer>> {
  const bodyHash = await sha256Hex(JSON.stringify(body));
  const claimed = await claimKey(deps.db, { scope, key, bodyHash }, deps.now());
  switch (claimed.state) {
    case "answered":
      return answer.parse(JSON.parse(claimed.answer));
    case "mismatch":
      throw new ShopError("idempotency_mismatch");
    case "in_progress":
      throw new ShopError("idempotency_in_progress", { headers: { "Retry-After": "1" } });
    case "claimed":
      return hold(deps, claimed.claim, act);
  }
}

async function hold<T>(deps: Deps, claim: Claim, act: (once: Once) => Promise<T>): Promise<T> {
  let hasBegun = false;
  try {
    return await act({ claim, begin: () => (hasBegun = true) });
  } catch (error) {
    const wasRefused = error instanceof ShopError && error.status < 500;
    await (hasBegun && !wasRefused ? endLease(deps.db, claim) : forgetClaim(deps.db, claim));
    throw error;
  }
}
