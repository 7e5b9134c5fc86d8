/** The policy, and scrypt. Each stored hash names its own parameters: they can be raised. */
import { scryptSync } from "node:crypto";
import { bytesOfHex, hexOf, randomBelow, randomText } from "./crypto.ts";

export const policy = {
  min_length: 8,
  max_length: 64,
  requires_uppercase: true,
  requires_lowercase: true,
  requires_digit: true,
  requires_special: true,
  special_characters: '!@#$%^&*(),.?":{}|<>',
};

interface Cost {
  N: number;
  r: number;
  p: number;
}
/** N is configurable (`app.ts`). */
const costOf = (log2N: number): Cost => ({ N: 2 ** log2N, r: 8, p: 5 });
const maxMemoryBytes = 64 * 2 ** 20;
const digestBytes = 32;
const saltBytes = 16;
const maxPasswordBytes = 1024;

export function meetsPolicy(password: string): boolean {
  const length = [...password].length;
  const classes = [/[A-Z]/, /[a-z]/, /[0-9]/, /[!@#$%^&*(),.?":{}|<>]/];
  return (
    length >= policy.min_length &&
    length <= policy.max_length &&
    classes.every((each) => each.test(password))
  );
}

export function hashPassword(password: string, log2N: number): string {
  const cost = costOf(log2N);
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  return ["scrypt", cost.N, cost.r, cost.p, hexOf(salt), hexOf(derive(password, salt, cost))].join(
    "$",
  );
}

export function isPassword(password: string, stored: string): boolean {
  const [scheme, N, r, p, salt = "", digest = ""] = stored.split("$");
  if (scheme !== "scrypt") throw new Error("a stored password hash is of an unknown scheme");
  const actual = derive(password, bytesOfHex(salt), { N: Number(N), r: Number(r), p: Number(p) });
  const isShort = new TextEncoder().encode(password).length <= maxPasswordBytes;
  return crypto.subtle.timingSafeEqual(actual, bytesOfHex(digest)) && isShort;
}

/** Takes the time of a real check when there is no account. */
export function pretendToCheck(password: string, log2N: number): void {
  derive(password, new Uint8Array(saltBytes), costOf(log2N));
}

function derive(password: string, salt: Uint8Array, { N, r, p }: Cost): Uint8Array {
  const capped = new TextEncoder().encode(password).subarray(0, maxPasswordBytes);
  return scryptSync(capped, salt, digestBytes, { N, r, p, maxmem: maxMemoryBytes });
}

/** A reset is waited for; a welcome may be read the next morning. */
export const mailedPasswordMs = { reset: 15 * 60_000, welcome: 24 * 3600_000 } as const;

/** Without letters that look alike in print. */
const alphabets = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnpqrstuvwxyz", "23456789", "!@#$%&*?"];
const temporaryLength = 14;

/** One character of each class at least, shuffled; fits the profile tab's 6–15 rule too. */
export function temporaryPassword(): string {
  const letters = [
    ...alphabets.map((alphabet) => randomText(alphabet, 1)),
    ...randomText(alphabets.join(""), temporaryLength - alphabets.length),
  ];
  for (let last = letters.length - 1; last > 0; last -= 1) {
    const other = randomBelow(last + 1);
    [letters[last], letters[other]] = [letters[other] ?? "", letters[last] ?? ""];
  }
  return letters.join("");
}
