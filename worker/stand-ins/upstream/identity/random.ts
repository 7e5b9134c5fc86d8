/** Everything unguessable comes from here: the platform's CSPRNG, without modulo bias. */

/** A key or token of `bytes` random bytes, base64url. */
export function randomId(bytes = 16): string {
  const drawn = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(drawn).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A whole number below `limit`; values from the incomplete last stretch of 32 bits are drawn again. */
export function randomBelow(limit: number): number {
  const fair = Math.floor(2 ** 32 / limit) * limit;
  for (;;) {
    const [drawn = fair] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < fair) return drawn % limit;
  }
}

export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomBelow(alphabet.length)]).join("");
}
