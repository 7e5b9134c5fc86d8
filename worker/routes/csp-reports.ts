import { Hono } from "hono";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { policy } from "../middleware/policy.ts";
import * as z from "zod/mini";

/**
 * Reports of content policy violations. Only the directive and two addresses without their queries are read, never the sample of
 * the page's content. Anyone can send a report, so it proves nothing.
 */
interface Violation {
  directive: string;
  /** An address without query or fragment, a scheme, or a keyword such as `inline`. */
  blocked: string;
  document: string;
}

const word = z.optional(z.string());
const facts = z.object({ effectiveDirective: word, blockedURL: word, documentURL: word });
/** `report-to` sends a list of reports of all kinds, `report-uri` one object with other field names. */
const reports = z.array(z.object({ type: z.string(), body: z.unknown() }));
const single = z.object({
  "csp-report": z.object({
    "effective-directive": word,
    "violated-directive": word,
    "blocked-uri": word,
    "document-uri": word,
  }),
});

const reportTypes = ["application/csp-report", "application/reports+json"] as const;
const longest = 200;

export function violationOf(json: unknown): Violation | null {
  const one = single.safeParse(json);
  if (one.success) {
    const report = one.data["csp-report"];
    const directive = report["effective-directive"] ?? report["violated-directive"];
    return described(directive, report["blocked-uri"], report["document-uri"]);
  }
  const many = reports.safeParse(json);
  const body = many.data?.find(({ type }) => type === "csp-violation")?.body;
  const known = facts.safeParse(body);
  if (!known.success) return null;
  return described(known.data.effectiveDirective, known.data.blockedURL, known.data.documentURL);
}

function described(directive = "", blocked = "", document = ""): Violation {
  return {
    directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? "unknown",
    blocked: withoutQuery(blocked).slice(0, longest),
    document: URL.canParse(document) ? new URL(document).pathname.slice(0, longest) : "unknown",
  };
}

function withoutQuery(address: string): string {
  if (/^[a-z-]{1,40}$/.test(address)) return address;
  if (!URL.canParse(address)) return "unknown";
  const { protocol, origin, pathname } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? origin + pathname : protocol;
}

/** Browsers send these without our header. Their only effect is a line of the log, for some. */
export const cspReports = new Hono<App>({ strict: false });

const report = { who: "anyone", sender: "browser", rate: "uncounted", text: reportTypes } as const;

cspReports.post("/", policy(report), async (c) => {
  const violation = violationOf(jsonIn(await c.req.text()));
  if (violation === null) throw new ShopError("malformed_request");
  const { deps } = c.var;
  if (isSampled(deps.now())) deps.log.warn("csp.violation", { ...violation });
  return c.body(null, 204);
});

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Of this isolate. A broken page is seen in a few, and a flood fills no log. */
const mostAMinute = 10;
let minute = 0;
let logged = 0;

function isSampled(now: number): boolean {
  const present = Math.floor(now / 60_000);
  if (present !== minute) [minute, logged] = [present, 0];
  logged += 1;
  return logged <= mostAMinute;
}
