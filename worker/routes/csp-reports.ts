import { Hono } from "hono";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { policy } from "../middleware/policy.ts";
import { atMostAMinute } from "../middleware/request-line.ts";

/**
 * Of a report only the directive and two addresses without their queries are read, never the sample
 * of the page's content. Anyone can send a report, so it proves nothing.
 */
interface Violation {
  directive: string;
  /** An address without query or fragment, a scheme, or a keyword such as `inline`. */
  blocked: string;
  document: string;
}

const reportTypes = ["application/csp-report", "application/reports+json"] as const;
const longest = 200;

/** `report-to` sends a list of reports of all kinds, `report-uri` one object with other names. */
export function violationOf(json: unknown): Violation | null {
  const body = Array.isArray(json)
    ? json.find((report) => report?.type === "csp-violation")?.body
    : Object(json)["csp-report"];
  if (typeof body !== "object" || body === null) return null;
  const text = (...names: string[]) =>
    names.map((name): unknown => body[name]).find((value) => typeof value === "string") ?? "";
  const document = text("document-uri", "documentURL");
  const directive = text("effective-directive", "violated-directive", "effectiveDirective");
  return {
    directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? "unknown",
    blocked: withoutQuery(text("blocked-uri", "blockedURL")).slice(0, longest),
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

/** A broken page is seen in a few. */
const hasRoom = atMostAMinute(10);
const report = { who: "anyone", sender: "browser", rate: "uncounted", text: reportTypes } as const;

cspReports.post("/", policy(report), async (c) => {
  const violation = violationOf(jsonIn(await c.req.text()));
  if (violation === null) throw new ShopError("malformed_request");
  const { deps } = c.var;
  if (hasRoom("csp", deps.now())) deps.log.warn("csp.violation", { ...violation });
  return c.body(null, 204);
});

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
