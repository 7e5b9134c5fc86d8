// What Cloudflare's refusals mean for whoever deploys: one sentence, with what to do next.
import { stripVTControlCharacters } from "node:util";

/** By wrangler's command or the API's path, what the token must be allowed. */
const permissions: readonly [command: RegExp, permission: string][] = [
  [/^(wrangler )?d1\b/, "Account › D1: Edit"],
  [/^(wrangler |storage\/)kv\b/, "Account › Workers KV Storage: Edit"],
  [/^(wrangler )?r2\b/, "Account › Workers R2 Storage: Edit"],
  [/^workers\/|^wrangler (deploy|rollback|delete)\b/, "Account › Workers Scripts: Edit"],
  [/^\/zones\b/, "Zone › Zone: Read and Zone › DNS: Read"],
];

const again = "Run the command again: it goes on with what is there.";

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
