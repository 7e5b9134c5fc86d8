/** SHA-256, HMAC, constant-time comparison, and random values without modulo bias. */
const encoder = new TextEncoder();

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
}

export async function sha256(text: string): Promise<string> {
  return hexOf(await digest(text));
}

export async function hmac(key: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), algorithm, false, [
    "sign",
  ]);
  return hexOf(new Uint8Array(await crypto.subtle.sign(algorithm, imported, encoder.encode(text))));
}

/** Compares digests, so that neither content nor length shows in the timing. */
export async function isSameSecret(a: string, b: string): Promise<boolean> {
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b));
}

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
