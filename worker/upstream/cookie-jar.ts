/**
 * The upstream keeps its refresh credential in a cookie that no document names, so all cookies of
 * sign-in and refresh are stored, up to a limit, and sent back with the refresh.
 */
import * as z from "zod/mini";

export type CookieJar = Readonly<Record<string, string>>;

const maxJarBytes = 8_192;
const maxCookieBytes = 4_096;
const pairPattern = /^([\x21-\x3a\x3c\x3e-\x7e]{1,256})\s*=\s*([\x20-\x3a\x3c-\x7e]*)$/;

export function updatedJar(jar: CookieJar, lines: readonly string[], now: number): CookieJar {
  const cookies = new Map(Object.entries(jar));
  for (const line of lines) {
    const [pair = ""] = line.split(";", 1);
    const [, name, value = ""] = pairPattern.exec(pair.trim()) ?? [];
    if (name === undefined || pair.length > maxCookieBytes) continue;
    if (value === "" || isExpired(line, now)) cookies.delete(name);
    else cookies.set(name, value);
  }
  let bytes = 0;
  const kept = [...cookies].filter(([name, value]) => {
    bytes += name.length + value.length + 2;
    return bytes <= maxJarBytes;
  });
  return Object.fromEntries(kept);
}

function isExpired(line: string, now: number): boolean {
  const maxAge = /;\s*max-age\s*=([^;]*)/i.exec(line)?.[1];
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  const expires = Date.parse(/;\s*expires\s*=([^;]*)/i.exec(line)?.[1] ?? "");
  return !Number.isNaN(expires) && expires <= now;
}

export function cookieHeader(jar: CookieJar): string | null {
  const pairs = Object.entries(jar).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? null : pairs.join("; ");
}

export const serialiseJar = (jar: CookieJar): string => JSON.stringify(jar);

const jar = z.record(z.string(), z.string());

/** Sessions older than the jar stored only the value of a cookie named `refresh_token`. */
export const parseJar = (stored: string): CookieJar =>
  stored.startsWith("{") ? z.parse(jar, JSON.parse(stored)) : { refresh_token: stored };
