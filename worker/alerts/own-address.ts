/** A form to the shop's own public address, on the way that everybody's requests take. */
const timeoutMs = 10_000;
const longest = 100;

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
    return `${answer.status} ${await answer.text()}`.slice(0, longest);
  } catch {
    return "not reached";
  }
}
