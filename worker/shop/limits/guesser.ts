/**
 * Who is guessing at a member's password, as far as can be told: a browser that the member signed
 * in with recently, else an address. Each is counted apart, so that nobody's guesses keep the
 * member out.
 */
import type { Deps } from "../../deps.ts";
import { deriveKey, hmacHex, sha256Hex } from "../../platform/crypto.ts";
import { withPrevious } from "../../env.ts";
import { isKnownBrowser } from "../../store/known-browsers.ts";
import type { LimitName } from "./enforce-limit.ts";
import { memberKeysOf } from "./member-key.ts";

export interface Guesser {
  limit: Extract<LimitName, "sign-in:browser" | "sign-in:address">;
  subject: string;
}

export async function guesserOf(
  deps: Deps,
  { address, browserId }: { address: string; browserId: string | null },
  email: string,
): Promise<Guesser> {
  if (browserId !== null) {
    const hash = await sha256Hex(browserId);
    for (const memberKey of await memberKeysOf(deps, email))
      if (await isKnownBrowser(deps.db, memberKey, hash, deps.now()))
        return { limit: "sign-in:browser", subject: hash };
  }
  return { limit: "sign-in:address", subject: address };
}

/**
 * How the upstream is told of them: a name that tells it nothing else, with proof that the shop
 * gave it. While the credential is changed there is a proof by each, since the upstream may know
 * one only.
 */
export async function signInSourceOf(deps: Deps, guesser: Guesser): Promise<string | null> {
  const { UPSTREAM_SERVICE_TOKEN: present, UPSTREAM_SERVICE_TOKEN_PREVIOUS: previous } =
    deps.config;
  if (present === null) return null;
  const key = await deriveKey(deps.config.SESSION_SECRET, "sign-in-source");
  const name = (await hmacHex(key, `${guesser.limit}:${guesser.subject}`)).slice(0, 32);
  const proofs = withPrevious(present, previous).map((token) => hmacHex(token, name));
  return [name, ...(await Promise.all(proofs))].join(".");
}

/**
 * Whose codes and guesses at a code count together: everybody who gave this password, a known
 * browser apart. So somebody who found a member's password out uses up nothing once that member
 * signs in with a mailed one. Of the password four of the digits are kept: enough to tell two
 * apart, too few to find it by.
 */
export async function codeKeyOf(
  deps: Deps,
  guesser: Guesser,
  memberKey: string,
  password: string,
): Promise<string> {
  const key = await deriveKey(deps.config.SESSION_SECRET, "code-key");
  const mark = (await hmacHex(key, `${memberKey}:${password}`)).slice(0, 4);
  const browser = guesser.limit === "sign-in:browser" ? `:${guesser.subject.slice(0, 16)}` : "";
  return `${memberKey}:${mark}${browser}`;
}
