import type { Deps } from "../../deps.ts";
import { deriveKey, hmacHex } from "../../platform/crypto.ts";
import { sessionSecrets } from "../sessions/tokens.ts";

/** One key for all spellings of an e-mail. Tables and logs hold this hash, never the address. */
export function memberKeyOf(deps: Deps, email: string): Promise<string> {
  return keyedHash(deps.config.SESSION_SECRET, canonicalEmail(email));
}

/** The present one, and while the secret is changed the one before it, which rows of then have. */
export function memberKeysOf(deps: Deps, email: string): Promise<string[]> {
  const canonical = canonicalEmail(email);
  return Promise.all(sessionSecrets(deps.config).map((secret) => keyedHash(secret, canonical)));
}

/** Same key also for all tags of a mailbox. */
export function mailboxKeyOf(deps: Deps, email: string): Promise<string> {
  return keyedHash(deps.config.SESSION_SECRET, mailboxOf(email));
}

/**
 * One name for all addresses of a mailbox, for counting mails only: it never says who somebody is.
 * What stands behind a plus sign reaches the same mailbox nearly everywhere. Dots do so at Gmail,
 * which documents it and has more mailboxes than anybody.
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

async function keyedHash(secret: string, text: string): Promise<string> {
  const key = await deriveKey(secret, "member-key");
  return (await hmacHex(key, text)).slice(0, 32);
}
