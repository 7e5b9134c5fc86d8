/** Random values from the platform's CSPRNG, without modulo bias. */

/** base64url. */
export function randomId(bytes = 16): string {
  const drawn = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(drawn).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Draws again for values in the incomplete last range of 32 bits. */
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
