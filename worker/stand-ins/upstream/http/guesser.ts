/** Who is guessing, as far as the shop tells: only it knows the visitor's address and browser. */
import type { Context } from "hono";
import type { App } from "../app.ts";
import { isDocumentedOnly, serviceTokenOf } from "../env.ts";
import { hmac, isSameSecret } from "../identity/digest.ts";

const header = "X-Sign-In-Source";
const shape = /^[0-9a-f]{32}(\.[0-9a-f]{64}){1,2}$/;
/** Everybody whom the shop does not name counts as one. */
const unnamed = "unnamed";

/**
 * A name counts with the shop's proof alone; else everybody could guess under as many as they like. Of two proofs one is by a
 * token that is being changed.
 */
export async function guesserOf(c: Context<App>): Promise<string> {
  const source = c.req.header(header) ?? "";
  const token = serviceTokenOf(c.env);
  if (!shape.test(source) || token === null || isDocumentedOnly(c.env)) return unnamed;
  const [name = "", ...proofs] = source.split(".");
  const wanted = await hmac(token, name);
  const matches = await Promise.all(proofs.map((proof) => isSameSecret(proof, wanted)));
  return matches.includes(true) ? name : unnamed;
}
