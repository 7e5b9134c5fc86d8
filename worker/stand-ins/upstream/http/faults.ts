/** Failures on request: by a word in a text or id, or for everybody. The README lists both. */
import { eq, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import * as z from "zod/mini";
import type { App, Database } from "../app.ts";
import { settings } from "../store/schema.ts";

const sentinel = /error-(500|502|503|504|garbage|slow)/;
const slowMilliseconds = 30_000;

/** Longer than the shop waits for any answer. */
const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, slowMilliseconds));

/** Content type JSON, but truncated. */
const garbage = () =>
  new Response('{"data": [{"id": ', { headers: { "Content-Type": "application/json" } });

/** A proxy's error page. */
function page(status: 200 | 502): Response {
  const html =
    "<!doctype html><html><head><title>Gateway</title></head><body><h1>Gateway</h1></body></html>";
  return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** What the text asks for, or null. `error-slow` waits and then lets the handler answer. */
export async function stagedFailure(
  ...texts: (string | null | undefined)[]
): Promise<Response | null> {
  const word = texts
    .map((text) => sentinel.exec(text ?? "")?.[1])
    .find((found) => found !== undefined);
  if (word === undefined) return null;
  if (word === "garbage") return garbage();
  if (word !== "slow")
    return Response.json({ detail: `staged failure ${word}` }, { status: Number(word) });
  await slowly();
  return null;
}

/** POST /api/v1/service/fault. */
export const fault = z.strictObject({
  /** `lost` and `html` carry out the call and then answer something else. */
  mode: z.enum(["none", "refuse", "slow", "garbage", "lost", "html"]),
  /** Prefixes below `/api/v1`; without them everything except `/service/fault` fails. */
  paths: z.optional(
    z.array(z.string().check(z.startsWith("/"), z.maxLength(200))).check(z.maxLength(20)),
  ),
});
type Fault = z.infer<typeof fault>;

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
  const [row] = await db.select().from(settings).where(eq(settings.name, settingName));
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
