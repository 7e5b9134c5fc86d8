/** Cryptography by the platform. Secrets are arguments, and each purpose has a key of its own. */
import { base64url } from "jose";

type Bytes = Uint8Array<ArrayBuffer>;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bytesOf = (text: string): Bytes => encoder.encode(text) as Bytes;

export function randomBytes(count: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(count));
}

export function randomId(bytes: number, prefix = ""): string {
  return prefix + base64url.encode(randomBytes(bytes));
}

export async function sha256Hex(text: string): Promise<string> {
  return hexOf(await crypto.subtle.digest("SHA-256", bytesOf(text)));
}

export async function hmacHex(secret: string | Bytes, text: string): Promise<string> {
  return hexOf(await hmac(secret, text));
}

export async function hmacBase64url(secret: string | Bytes, text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await hmac(secret, text)));
}

const hmacSha256 = { name: "HMAC", hash: "SHA-256" };
type Use = "sign" | "verify" | "encrypt" | "decrypt" | "deriveBits";
const imported = (raw: Bytes, algorithm: string | typeof hmacSha256, uses: Use[]) =>
  crypto.subtle.importKey("raw", raw, algorithm, false, uses);

async function hmac(secret: string | Bytes, text: string) {
  const raw = typeof secret === "string" ? bytesOf(secret) : secret;
  return crypto.subtle.sign("HMAC", await imported(raw, hmacSha256, ["sign"]), bytesOf(text));
}

export function hexOf(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** An isolate sees only a few secrets, so what is made of them is cached. */
function cached<Made>(make: (secret: string, label: string) => Promise<Made>) {
  const all = new Map<string, Promise<Made>>();
  return (secret: string, label: string): Promise<Made> => {
    const name = `${label}\n${secret}`;
    const made = all.get(name) ?? make(secret, label);
    all.set(name, made);
    return made;
  };
}

/** 32 bytes by HKDF; each label gives an independent key. */
export const deriveKey = cached(async (secret, label): Promise<Bytes> => {
  const material = await imported(bytesOf(secret), "HKDF", ["deriveBits"]);
  const info = bytesOf(`sillage:${label}`);
  const parameters = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
});

export const deriveHmacKey = cached(async (secret, label) =>
  imported(await deriveKey(secret, label), hmacSha256, ["sign", "verify"]),
);

/** What tables and logs hold instead of an address or a name: a hash by the label's own key. */
export async function keyedHash(secret: string, label: string, text: string): Promise<string> {
  return (await hmacHex(await deriveKey(secret, label), text)).slice(0, 32);
}

type Purpose = "token-encryption" | "payment-notice";

/**
 * Of `secrets`, separated by spaces, the first encrypts and all decrypt, so that a key can be
 * rotated. `owner` is authenticated: a value copied to another row does not decrypt.
 */
export async function encryptToken(
  secrets: string,
  plain: string,
  owner: string,
  purpose: Purpose = "token-encryption",
): Promise<string> {
  const [secret = ""] = secrets.split(" ");
  const nonce = randomBytes(12);
  const key = await sealingKey(secret, purpose);
  const sealed = await crypto.subtle.encrypt(aesGcm(nonce, owner), key, bytesOf(plain));
  const parts = [nonce, new Uint8Array(sealed)].map(base64url.encode);
  return [await keyId(secret), ...parts].join(".");
}

const aesGcm = (iv: Bytes, owner: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: bytesOf(owner),
});

export async function decryptToken(
  secrets: string,
  sealed: string,
  owner: string,
  purpose: Purpose = "token-encryption",
): Promise<string | null> {
  const [id = "", nonce = "", text = ""] = sealed.split(".");
  for (const secret of secrets.split(" ")) {
    if ((await keyId(secret)) !== id) continue;
    try {
      const parameters = aesGcm(base64url.decode(nonce) as Bytes, owner);
      const key = await sealingKey(secret, purpose);
      const bytes = base64url.decode(text) as Bytes;
      return decoder.decode(await crypto.subtle.decrypt(parameters, key, bytes));
    } catch {
      return null;
    }
  }
  return null;
}

const sealingKey = cached(async (secret, purpose) =>
  imported(await deriveKey(secret, purpose), "AES-GCM", ["encrypt", "decrypt"]),
);

const idOf = cached(async (secret, label) =>
  (await hmacHex(await deriveKey(secret, label), "id")).slice(0, 8),
);
export const keyId = (secret: string) => idOf(secret, "key-id");
