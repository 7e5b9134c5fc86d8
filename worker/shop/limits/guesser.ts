/**
 * Who is guessing at a member's password, as far as can be told: a browser that the member signed in with recently, else an
 * address. Each is counted apart, so that nobody's guesses keep the member out.
 */
import type { Deps } from "../../deps.ts";
import { deriveKey, hmacHex, sha256Hex } from "../../platform/crypto.ts";
import { isKnownBrowser } from "../../store/known-browsers.ts";
import type { LimitName } from "./enforce-limit.ts";

export interface Guesser {
  limit: Extract<LimitName, "sign-in:browser" | "sign-in:address">;
  subject: string;
}

export async function guesserOf(
  deps: Deps,
  { address, browserId }: { address: string; browserId: string | null },
  memberKey: string,
): Promise<Guesser> {
  if (browserId !== null) {
    const hash = await sha256Hex(browserId);
    if (await isKnownBrowser(deps.db, memberKey, hash, deps.now()))
      return { limit: "sign-in:browser", subject: hash };
  }
  return { limit: "sign-in:address", subject: address };
}

/** How the upstream is told of them: a name that tells it nothing else, with proof that the shop gave it. */
export async function signInSourceOf(deps: Deps, guesser: Guesser): Promise<string | null> {
  const { SESSION_SECRET: secret, UPSTREAM_SERVICE_TOKEN: serviceToken } = deps.config;
  if (serviceToken === null) return null;
  const key = await deriveKey(secret, "sign-in-source");
  const name = (await hmacHex(key, `${guesser.limit}:${guesser.subject}`)).slice(0, 32);
  return `${name}.${await hmacHex(serviceToken, name)}`;
}

/**
 * Whose codes and guesses at a code count together: everybody who gave this password, a known browser apart. So somebody who
 * found a member's password out uses up nothing once that member signs in with a mailed one. Of the password four of
 * the digits are kept: enough to tell two apart, too few to find it by.
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
