/** Who is guessing, as far as the shop tells: only it knows the visitor's address and browser. */
import type { Context } from "hono";
import type { App } from "../app.ts";
import { isDocumentedOnly, serviceTokenOf } from "../env.ts";
import { hmac, isSameSecret } from "../identity/digest.ts";

const header = "X-Sign-In-Source";
/** Everybody whom the shop does not name counts as one. */
const unnamed = "unnamed";

/** A name counts with the shop's proof alone; else everybody could guess under as many as they like. */
export async function guesserOf(c: Context<App>): Promise<string> {
  const [, name, proof] = /^([0-9a-f]{32})\.([0-9a-f]{64})$/.exec(c.req.header(header) ?? "") ?? [];
  const token = serviceTokenOf(c.env);
  if (name === undefined || proof === undefined || token === null || isDocumentedOnly(c.env))
    return unnamed;
  return (await isSameSecret(proof, await hmac(token, name))) ? name : unnamed;
}
