import { Hono } from "hono";
import type { Health } from "#contract/config";
import type { App } from "../context.ts";
import { policy } from "../middleware/policy.ts";
import { isWell, look } from "../shop/health/look.ts";

export const health = new Hono<App>();

/** Whoever asks more often is told the same: a look costs several reads upstream. */
const keptMs = 10_000;
const kept = new WeakMap<object, { at: number; seen: Health }>();

health.get("/", policy({ who: "anyone", rate: "uncounted" }), async (c) => {
  const { deps } = c.var;
  const { bindings, now } = deps;
  let last = kept.get(bindings);
  if (last === undefined || now() - last.at >= keptMs) {
    last = { at: now(), seen: await look(deps) };
    kept.set(bindings, last);
  }
  return c.json(last.seen, isWell(deps, last.seen) ? 200 : 503);
});
