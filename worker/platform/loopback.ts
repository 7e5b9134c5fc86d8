/** The same machine under its other name, which a browser takes for another site; any other origin stays as it is. */
export function otherLoopbackOrigin(origin: string): string {
  const url = new URL(origin);
  if (url.hostname === "localhost") url.hostname = "127.0.0.1";
  else if (url.hostname === "127.0.0.1") url.hostname = "localhost";
  return url.origin;
}
