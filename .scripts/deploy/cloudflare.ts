// Cloudflare's API: wrangler lacks some calls, answers people, and takes seconds for each.
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import type { Wrangler } from "./plan.ts";

/** A path of the account, or of everything where it begins with a slash. @returns the result. */
export type Ask = <Result>(path: string, method?: string, body?: unknown) => Promise<Result>;

const json = { type: "application/json" };

class Refused extends Error {
  /** HTTP's and Cloudflare's own. */
  readonly codes: readonly number[];

  constructor(path: string, status: number, errors: readonly { code: number; message: string }[]) {
    const said = errors.map(({ code, message }) => `${message} [code: ${code}]`).join(", ");
    super(`${path.split("?")[0]} ended with ${status}\n[ERROR] ${said} (${status})`);
    this.codes = [status, ...errors.map(({ code }) => code)];
  }
}

/** Something else where Cloudflare refuses with that code: what was asked for is not there. */
export const unless = <Result, Else>(asked: Promise<Result>, code: number, otherwise: Else) =>
  asked.catch((error: unknown): Else => {
    if (error instanceof Refused && error.codes.includes(code)) return otherwise;
    throw error;
  });

/** Every page, however few rows of it Cloudflare gives at a time. */
export async function askAll<Row>(ask: Ask, path: string): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const rows = await ask<Row[]>(`${path}?per_page=100&page=${page}`);
    if (rows.length === 0) return all;
    all.push(...rows);
  }
}

export async function askerOf(
  wrangler: Wrangler,
  environment: Record<string, string | undefined>,
): Promise<Ask> {
  const base = environment["CLOUDFLARE_API_BASE_URL"] ?? "https://api.cloudflare.com/client/v4";
  const token =
    environment["CLOUDFLARE_API_TOKEN"] ??
    JSON.parse(await wrangler("auth", "token", "--json")).token;
  const send = (path: string, method: string, body: unknown) =>
    fetch(base + path, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      // A text stays one: not all that Cloudflare reads is JSON.
      body: typeof body === "object" ? new Blob([JSON.stringify(body)], json) : (body as string),
      signal: AbortSignal.timeout(30_000),
    });
  const call = async (inside: string, path: string, method = "GET", body?: unknown) => {
    let answer = await send(inside + path, method, body);
    if (answer.status === 429 || answer.status >= 500) {
      await pause(2_000);
      answer = await send(inside + path, method, body);
    }
    const { result, errors = [] } = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Refused(path, answer.status, errors);
    return result;
  };
  let account = environment["CLOUDFLARE_ACCOUNT_ID"];
  if (account === undefined) {
    const [one, another] = await call("", "/accounts");
    if (one === undefined || another !== undefined)
      throw new Error("CLOUDFLARE_ACCOUNT_ID must say which account: this login has not just one");
    account = one.id;
  }
  return (path, ...rest) =>
    call(path.startsWith("/") ? "" : `/accounts/${account}/`, path, ...rest);
}

/** By wrangler's command or the API's path, what the token must be allowed. */
const permissions: readonly [command: RegExp, permission: string][] = [
  [/^(wrangler )?d1\b/, "Account › D1: Edit"],
  [/^(wrangler |storage\/)kv\b/, "Account › Workers KV Storage: Edit"],
  [/^(wrangler )?r2\b/, "Account › Workers R2 Storage: Edit"],
  [/^workers\/|^wrangler (deploy|rollback|delete)\b/, "Account › Workers Scripts: Edit"],
  [/^\/zones\b/, "Zone › Zone: Read and Zone › DNS: Read"],
];

const again = "Run the command again: it goes on with what is there.";

/** What a refusal means for whoever deploys: one sentence, with what to do next. */
export function refusalOf(error: unknown): string {
  const whole = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const [first = ""] = whole.split("\n", 1);
  // Before it wrangler lists bindings and sizes, whose words and numbers mean nothing here.
  const text = whole.slice(Math.max(0, whole.indexOf("[ERROR]")));
  const command = first.replace(/ ((--|\/).*)?ended with \d+$/, "");
  if (/not authenticated|not logged in|CLOUDFLARE_API_TOKEN environment variable/i.test(text))
    return "Nobody is signed in to Cloudflare: npx wrangler login, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID. Then run the command again.";
  if (/code: 10000|Authentication error|\b403\b/.test(text)) {
    const permission = permissions.find(([of]) => of.test(command))?.[1] ?? "what it was asked for";
    return `Cloudflare refused "${command}": the token needs ${permission} (dashboard › My Profile › API Tokens). ${again}`;
  }
  if (/^fetch failed|due to timeout/.test(first)) return `Nobody answered. ${again}`;
  if (/\b429\b|\b5\d\d\b|Too Many Requests|internal error|service unavailable/i.test(text))
    return `Cloudflare did not answer "${command}" as it should. ${again}`;
  // Below the address that it asked wrangler says why.
  const [, said, why = ""] = /\[ERROR\]\s*([^\n]+)(?:\s+([^\n]+))?/.exec(text) ?? [];
  if (said === undefined) return whole;
  const reason = said.startsWith("A request to") ? why : said.replace(/:$/, `: ${why}`);
  return `"${command}" failed: ${reason} ${again}`;
}
