import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { passwordPolicy } from "#contract/auth";
import type { App, Deps } from "../context.ts";
import { version } from "../http/build.ts";
import { localeKey } from "../store/keys.ts";

const patienceMs = 1_500;

export const health = new Hono<App>();

health.get("/", async (c) => {
  const deps = c.get("deps");
  const [database, content, upstream] = await Promise.all([
    answers(deps, "database", deps.db.get(sql`SELECT 1`)),
    answers(deps, "content", deps.bindings.CONTENT.get(localeKey("zh", "common"))),
    answers(
      deps,
      "upstream",
      deps.upstream.call({
        method: "GET",
        path: "/auth/password-policy",
        answer: passwordPolicy,
        locale: "zh",
        timeoutMs: patienceMs,
      }),
    ),
  ]);
  return c.json({ version, database, content, upstream }, database && content && upstream ? 200 : 503);
});

async function answers({ log }: Deps, name: string, question: Promise<unknown>): Promise<boolean> {
  const late = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error("no answer in time")), patienceMs));
  try {
    await Promise.race([question, late]);
    return true;
  } catch (error) {
    log.warn("health check failed", { reason: name, error });
    return false;
  }
}
