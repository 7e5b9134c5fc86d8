import { Hono } from "hono";
import type { App } from "../context.ts";
import { reportTypes, violationOf } from "../middleware/csp-report.ts";
import { ShopError } from "../errors/shop-error.ts";
import { jsonOf, within } from "../middleware/validate.ts";

const maxBytes = 8 * 1024;

/** Browsers send these without our header. Their only effect is a line of the log, for some. */
export const cspReports = new Hono<App>({ strict: false });

cspReports.post("/", within(maxBytes), async (c) => {
  const [type = ""] = (c.req.header("Content-Type") ?? "").toLowerCase().split(";");
  if (!reportTypes.some((known) => known === type.trim()))
    throw new ShopError("unsupported_media_type");
  const violation = violationOf(await jsonOf(c));
  if (violation === null) throw new ShopError("malformed_request");
  const deps = c.get("deps");
  if (isSampled(deps.now())) deps.log.warn("csp.violation", { ...violation });
  return c.body(null, 204);
});

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
