import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { App } from "../app.ts";

export const health = new Hono<App>({ strict: false });

health.get("/", async (c) => {
  await c.get("deps").db.run(sql`SELECT 1`);
  return c.json({ status: "ok" });
});
