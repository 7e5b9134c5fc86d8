/** A form to the shop's own public address, on the way that everybody's requests take. */
import { decodeUtf8, readBytes } from "../platform/bytes.ts";

const timeoutMs = 10_000;
/** Of what else than the shop may answer there, this much is read. */
const mostBytes = 4_096;
const mostLetters = 100;

/** @returns status and text of the answer, or why there is none. */
export async function postToShop(
  publicOrigin: string,
  path: string,
  body: string,
): Promise<string> {
  try {
    const answer = await fetch(new URL(path, publicOrigin), {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = await readBytes(answer, mostBytes);
    const text = bytes === null ? "and much more" : decodeUtf8(bytes);
    return `${answer.status} ${text}`.slice(0, mostLetters);
  } catch {
    return "no answer that can be read";
  }
}
