import type { Deps } from "../../deps.ts";
import { decryptToken, encryptToken, keyId } from "../../platform/crypto.ts";
import { nextSealedOtherwise, replaceSecrets, type Resealed } from "../../store/second-steps.ts";

const mostAtOnce = 200;

/** Sessions end, but secrets of second steps stay: after a change of the key they are sealed with the new one, some each minute. */
export async function resealSecrets(deps: Deps): Promise<void> {
  const keys = deps.config.UPSTREAM_TOKEN_KEY;
  const [current = ""] = keys.split(" ");
  const resealed: Resealed[] = [];
  for (const row of await nextSealedOtherwise(deps.db, await keyId(current), mostAtOnce)) {
    const secret = await decryptToken(keys, row.secret, row.memberId);
    if (secret === null) deps.log.error("second_step.unreadable", { count: 1 });
    else resealed.push({ row, sealed: await encryptToken(keys, secret, row.memberId) });
  }
  if (resealed.length > 0) await replaceSecrets(deps.db, resealed);
}
