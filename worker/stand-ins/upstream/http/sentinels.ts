/** Failures on request: a text or id that contains one of these words gets that failure. This folder's README lists them. */
const sentinel = /error-(500|502|503|504|garbage|slow)/;
const slowMilliseconds = 30_000;

/** Longer than the shop waits for any answer. */
export const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, slowMilliseconds));

/** Content type JSON, but truncated. */
export const garbage = () =>
  new Response('{"data": [{"id": ', {
    status: 200,
    headers: { "Content-Type": "application/json" },
  });

/** A proxy's error page. */
export function page(status: 200 | 502): Response {
  const html =
    "<!doctype html><html><head><title>Gateway</title></head><body><h1>Gateway</h1></body></html>";
  return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** The failure that the text asks for, or null. `error-slow` waits and then lets the handler answer. */
export async function stagedFailure(
  ...texts: (string | null | undefined)[]
): Promise<Response | null> {
  const word = texts
    .map((text) => sentinel.exec(text ?? "")?.[1])
    .find((found) => found !== undefined);
  if (word === undefined) return null;
  if (word === "garbage") return garbage();
  if (word !== "slow")
    return Response.json({ detail: `staged failure ${word}` }, { status: Number(word) });
  await slowly();
  return null;
}
