// Asks the deployed shop at the address that shoppers use.
import { health } from "../../worker/contract/config.ts";
import { locales, localeTable, type Locale } from "../../worker/contract/locales.ts";
import { messagesPath } from "../../worker/payments/method.ts";
import { probeAnswer, probeNotice } from "../../worker/payments/ecpay/probe.ts";
import type { Plan } from "./plan.ts";

export interface Expected {
  /** What is asked; PUBLIC_ORIGIN unless its name does not lead to the shop yet. */
  address: string;
  version: string;
  /** Cloudflare's id of the API's upload. */
  deployment: string;
  /** A new version reaches all of Cloudflare's places after a while. */
  timeoutSeconds: number;
  /**
   * A schedule runs each minute, and Cloudflare takes up to a quarter of an hour to begin with one.
   */
  firstRunSeconds?: number;
}

/** What is wrong with what shoppers get now. */
export async function smokeFaults(expected: Expected): Promise<string[]> {
  const found = await wellOrFaults(expected);
  const documents = await Promise.all(locales.map((locale) => documentFaults(expected, locale)));
  return [...found, ...documents.flat(), ...(await refusalFaults(expected))];
}

async function wellOrFaults(expected: Expected): Promise<string[]> {
  const { address, timeoutSeconds, firstRunSeconds = 15 * 60 } = expected;
  const startedAt = Date.now();
  for (;;) {
    const faults = await faultsAt(address, path, null, (answer) => healthFaults(expected, answer));
    const seconds = faults[0] === notYetRun ? firstRunSeconds : timeoutSeconds;
    if (faults.length === 0 || Date.now() > startedAt + 1000 * seconds) return faults;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

const path = "/api/health";
const notYetRun = `${path}: the schedule has not come to its end since the upload`;

async function healthFaults(
  { version, deployment }: Expected,
  answer: Response,
): Promise<string[]> {
  const parsed = health.safeParse(await answer.json().catch(() => null));
  if (!parsed.success) return [`${path} answers ${answer.status} and not with the shop's health`];
  const seen = parsed.data;
  if (seen.version !== version) return [`${path}: version ${seen.version} answers, not ${version}`];
  if (seen.deployment?.id !== deployment)
    return [`${path}: upload ${seen.deployment?.id ?? "none"} answers, not ${deployment}`];
  const down = (["database", "content", "upstream"] as const).filter((part) => !seen[part]);
  // The upstream may want a member's token; refusals and other words are misconfiguration.
  const reads = Object.entries(seen.upstream_reads).filter(
    ([, how]) => how !== null && how !== "read" && how !== "needs_sign_in",
  );
  const faults = [...down, ...reads.map(([name, how]) => `${name} (${how})`)];
  const ranAt = Date.parse(seen.schedule.finished_at ?? "");
  if (faults.length === 0 && !(ranAt > Date.parse(seen.deployment.at))) return [notYetRun];
  if (faults.length === 0 && answer.status === 200) return [];
  return [`${path} answers ${answer.status}: ${faults.join(", ")} do not work`];
}

const documentHeaders: Record<string, RegExp> = {
  "content-type": /^text\/html/,
  "content-security-policy": /default-src/,
  "strict-transport-security": /max-age=63072000/,
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
};

function documentFaults({ address }: Expected, locale: Locale): Promise<string[]> {
  const page = `/${locale}/home`;
  return faultsAt(address, page, 200, async (answer) => {
    const html = await answer.text();
    const faults = headerFaults(page, answer, documentHeaders);
    if (!html.includes(`lang="${localeTable[locale].htmlLang}"`))
      faults.push(`${page} is not in its language`);
    const files = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
    if (files.size === 0) faults.push(`${page} names no script`);
    const missing = [...files].map((file) => faultsAt(address, file, 200));
    return [...faults, ...(await Promise.all(missing)).flat()];
  });
}

/** A stranger is refused, and nobody keeps the refusal. */
function refusalFaults({ address }: Expected): Promise<string[]> {
  const route = "/api/v1/members/me";
  const headers = {
    "cache-control": /^no-store$/,
    "content-security-policy": /default-src 'none'/,
  };
  return faultsAt(address, route, 401, async (answer) => headerFaults(route, answer, headers));
}

function headerFaults(of: string, { headers }: Response, wanted: Record<string, RegExp>): string[] {
  return Object.entries(wanted)
    .filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ""))
    .map(([name]) => `${of}: the header ${name} is ${headers.get(name) ?? "missing"}`);
}

/** @param asked - the status that is right, if one is, or what is posted. */
async function faultsAt(
  address: string,
  route: string,
  asked: number | URLSearchParams | null,
  look: (answer: Response) => Promise<string[]> = async () => [],
): Promise<string[]> {
  try {
    const posted = asked instanceof URLSearchParams ? { method: "POST", body: asked } : {};
    const options = { redirect: "manual", signal: AbortSignal.timeout(15_000) } as const;
    const answer = await fetch(new URL(route, address), { ...options, ...posted });
    const isWrong = typeof asked === "number" && answer.status !== asked;
    const faults = isWrong
      ? [`${route} answers ${answer.status} and not ${asked}`]
      : await look(answer);
    if (!answer.bodyUsed) await answer.body?.cancel();
    return faults;
  } catch (error) {
    const { cause } = error instanceof Error ? error : { cause: undefined };
    return [`${route} does not answer: ${String(cause ?? error)}`];
  }
}

// On staging: whether callbacks reach the shop, about a trade that no order has.
export async function callbackFaults({ api: { vars } }: Plan, address: string): Promise<string[]> {
  const account = {
    merchantId: String(vars.ECPAY_MERCHANT_ID),
    keys: { hashKey: String(vars.ECPAY_HASH_KEY), hashIv: String(vars.ECPAY_HASH_IV) },
    previousKeys: null,
  };
  const signed = new URLSearchParams(await probeNotice(account));
  const forged = new URLSearchParams(signed);
  forged.set("TradeAmt", "2");
  const faults = (body: URLSearchParams, what: string, expected: string) =>
    faultsAt(address, `${messagesPath}/ecpay/notify`, body, async (answer) => {
      const text = await answer.text();
      if (text.startsWith(expected)) return [];
      return [`a ${what} callback is answered with ${answer.status} ${text}`];
    });
  return [
    ...(await faults(forged, "forged", "0|")),
    ...(await faults(signed, "signed", probeAnswer)),
  ];
}
