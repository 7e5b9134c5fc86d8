import { Hono } from "hono";
import type { App } from "../context.ts";
import { reportTypes, violationOf } from "../middleware/csp-report.ts";
import { ShopError } from "../errors/shop-error.ts";
import { jsonOf, within } from "../middleware/validate.ts";

const maxBytes = 8 * 1024;

/** Browsers send these without our header. Their only effect is a log line. */
export const cspReports = new Hono<App>({ strict: false });

cspReports.post("/", within(maxBytes), async (c) => {
  const [type = ""] = (c.req.header("Content-Type") ?? "").toLowerCase().split(";");
  if (!reportTypes.some((known) => known === type.trim()))
    throw new ShopError("unsupported_media_type");
  const violation = violationOf(await jsonOf(c));
  if (violation === null) throw new ShopError("malformed_request");
  c.get("deps").log.warn("csp.violation", { ...violation });
  return c.body(null, 204);
});
