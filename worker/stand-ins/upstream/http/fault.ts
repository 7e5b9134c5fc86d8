/** The fault set with POST /api/v1/service/fault, for all calls or for some paths. */
import { eq, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import * as z from "zod/mini";
import type { App, Database } from "../app.ts";
import { settings } from "../store/schema.ts";
import { garbage, page, slowly } from "./sentinels.ts";

export const fault = z.strictObject({
  /** `lost` and `html` carry out the call and then answer something else. */
  mode: z.enum(["none", "refuse", "slow", "garbage", "lost", "html"]),
  /** Prefixes below `/api/v1`; without them everything except `/service/fault` fails. */
  paths: z.optional(
    z.array(z.string().check(z.startsWith("/"), z.maxLength(200))).check(z.maxLength(20)),
  ),
});
export type Fault = z.infer<typeof fault>;

const settingName = "fault";
const prefix = "/api/v1";

export async function stageFault(db: Database, staged: Fault): Promise<void> {
  const value = JSON.stringify(staged);
  await db
    .insert(settings)
    .values({ name: settingName, value })
    .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.value` } });
}

async function findFault(db: Database): Promise<Fault | null> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, settingName));
  return row ? fault.parse(JSON.parse(row.value)) : null;
}

export const stagedFault = createMiddleware<App>(async (c, next) => {
  const path = c.req.path.slice(prefix.length);
  const staged = path === "/service/fault" ? null : await findFault(c.get("deps").db);
  const isHit = staged !== null && (staged.paths?.some((start) => path.startsWith(start)) ?? true);
  if (!isHit || staged.mode === "none") return next();
  if (staged.mode === "lost" || staged.mode === "html") {
    await next();
    // Or Hono would keep the headers of the lost answer.
    c.res = undefined;
    c.res = page(staged.mode === "lost" ? 502 : 200);
    return undefined;
  }
  if (staged.mode === "garbage") return garbage();
  if (staged.mode === "slow") await slowly();
  return c.json({ detail: "系統維護中" }, 503);
});
