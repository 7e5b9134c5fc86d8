/**
 * Who is guessing at a password: a browser that the member signed in with recently, else an address,
 * each counted apart, so that nobody's guesses keep the member out.
 */
import type { Deps } from "../../deps.ts";
import { hmacHex, keyedHash, sha256Hex } from "../../platform/crypto.ts";
import { sessionSecrets } from "../sessions/tokens.ts";
import { withPrevious } from "../../env.ts";
import { isKnownBrowser } from "../../store/sessions.ts";
import type { LimitName } from "./enforce-limit.ts";

const keyOf = (secret: string, email: string): Promise<string> =>
  keyedHash(secret, "member-key", canonicalEmail(email));

export const memberKeyOf = (deps: Deps, email: string): Promise<string> =>
  keyOf(deps.config.SESSION_SECRET, email);

/** The present one, and while the secret is changed the one before it, which rows of then have. */
export const memberKeysOf = (deps: Deps, email: string): Promise<string[]> =>
  Promise.all(sessionSecrets(deps.config).map((secret) => keyOf(secret, email)));

/**
 * One name for all addresses of a mailbox, for counting mails only. What stands behind a plus sign
 * reaches the same mailbox nearly everywhere; dots do so at Gmail, which documents it.
 */
export function mailboxOf(email: string): string {
  const [name = "", host = ""] = canonicalEmail(email).split(/@(?=[^@]*$)/);
  const untagged = name.replace(/(?<=.)\+.*$/, "");
  const isGmail = host === "gmail.com" || host === "googlemail.com";
  return isGmail ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${host}`;
}

function canonicalEmail(email: string): string {
  return email.normalize("NFKC").trim().toLowerCase();
}

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
 * A name that tells the upstream nothing else, with proof that the shop gave it: while the
 * credential is changed by each, since the upstream may know one only.
 */
export async function signInSourceOf(deps: Deps, guesser: Guesser): Promise<string | null> {
  const { config } = deps;
  const { UPSTREAM_SERVICE_TOKEN: present, UPSTREAM_SERVICE_TOKEN_PREVIOUS: previous } = config;
  if (present === null) return null;
  const text = `${guesser.limit}:${guesser.subject}`;
  const name = await keyedHash(config.SESSION_SECRET, "sign-in-source", text);
  const proofs = withPrevious(present, previous).map((token) => hmacHex(token, name));
  return [name, ...(await Promise.all(proofs))].join(".");
}

/**
 * Whoever gave the same password is counted together, a known browser apart: who found one out uses
 * up nothing once its member signs in with a mailed one. Four digits of its hash tell two passwords
 * apart, and are too few to find one by.
 */
export async function codeKeyOf(deps: Deps, guesser: Guesser, memberKey: string, password: string) {
  const given = `${memberKey}:${password}`;
  const mark = (await keyedHash(deps.config.SESSION_SECRET, "code-key", given)).slice(0, 4);
  const browser = guesser.limit === "sign-in:browser" ? `:${guesser.subject.slice(0, 16)}` : "";
  return `${memberKey}:${mark}${browser}`;
}
