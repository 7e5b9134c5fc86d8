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
  return hex(await crypto.subtle.digest("SHA-256", bytesOf(text)));
}

export async function hmacHex(secret: string | Bytes, text: string): Promise<string> {
  return hex(await hmac(secret, text));
}

export async function hmacBase64url(secret: string | Bytes, text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await hmac(secret, text)));
}

const hmacSha256 = { name: "HMAC", hash: "SHA-256" };
type Use = "sign" | "verify" | "encrypt" | "decrypt" | "deriveBits";
const imported = (raw: Bytes, algorithm: string | typeof hmacSha256, uses: Use[]) =>
  crypto.subtle.importKey("raw", raw, algorithm, false, uses);

async function hmac(secret: string | Bytes, text: string): Promise<ArrayBuffer> {
  const raw = typeof secret === "string" ? bytesOf(secret) : secret;
  return crypto.subtle.sign("HMAC", await imported(raw, hmacSha256, ["sign"]), bytesOf(text));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const hex = (buffer: ArrayBuffer) => hexOf(new Uint8Array(buffer));

/** An isolate sees only a few secrets, so what is made of them is cached. */
function cached<Made>(make: (secret: string, label: string) => Promise<Made>) {
  const all = new Map<string, Promise<Made>>();
  return (secret: string, label = ""): Promise<Made> => {
    const name = `${label}\n${secret}`;
    const known = all.get(name);
    if (known) return known;
    const made = make(secret, label);
    all.set(name, made);
    return made;
  };
}

/** 32 bytes by HKDF; each label gives an independent key. */
export const deriveKey: (secret: string, label: string) => Promise<Bytes> = cached(hkdf);

/** The same for signing and verifying with HMAC-SHA-256. */
export const deriveHmacKey: (secret: string, label: string) => Promise<CryptoKey> = cached(
  async (secret, label) => imported(await deriveKey(secret, label), hmacSha256, ["sign", "verify"]),
);

async function hkdf(secret: string, label: string): Promise<Bytes> {
  const material = await imported(bytesOf(secret), "HKDF", ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf(`sillage:${label}`) },
    material,
    256,
  );
  return new Uint8Array(bits);
}

/** Each has a key of its own. */
type Purpose = "token-encryption" | "payment-notice";

/**
 * `secrets` holds one or more secrets separated by spaces: the first encrypts, all decrypt, so that
 * a key can be rotated. `owner` is authenticated: a value copied to another row does not decrypt.
 */
export async function encryptToken(
  secrets: string,
  plain: string,
  owner: string,
  purpose: Purpose = "token-encryption",
): Promise<string> {
  const [secret = ""] = secrets.split(" ");
  const nonce = randomBytes(12);
  const parameters = { name: "AES-GCM", iv: nonce, additionalData: bytesOf(owner) };
  const key = await sealingKey(secret, purpose);
  const sealed = await crypto.subtle.encrypt(parameters, key, bytesOf(plain));
  return [
    await keyId(secret),
    base64url.encode(nonce),
    base64url.encode(new Uint8Array(sealed)),
  ].join(".");
}

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
      const parameters = {
        name: "AES-GCM",
        iv: base64url.decode(nonce) as Bytes,
        additionalData: bytesOf(owner),
      };
      const plain = await crypto.subtle.decrypt(
        parameters,
        await sealingKey(secret, purpose),
        base64url.decode(text) as Bytes,
      );
      return decoder.decode(plain);
    } catch {
      return null;
    }
  }
  return null;
}

const sealingKey: (secret: string, purpose: Purpose) => Promise<CryptoKey> = cached(
  async (secret, purpose) =>
    imported(await deriveKey(secret, purpose), "AES-GCM", ["encrypt", "decrypt"]),
);

/** Identifies a secret without revealing it. */
export const keyId: (secret: string) => Promise<string> = cached(async (secret) =>
  (await hmacHex(await deriveKey(secret, "key-id"), "id")).slice(0, 8),
);
