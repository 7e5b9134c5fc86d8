/** Turns requests away while there are too many, the least important first (R82). */
import type { Context, MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { createLoad } from "../platform/load.ts";
import { workClassOf } from "./work-class.ts";

const load = createLoad();

export const shedLoad: MiddlewareHandler<App> = async (c, next) => {
  const kind = workClassOf(c.req.path);
  const work = load.begin(kind);
  if (work === null) {
    c.get("deps").log.info("load.shed", { reason: kind, count: load.underWay() });
    throw new ShopError("overloaded");
  }
  c.set("work", work);
  const answered = next().finally(() => work.end());
  // A client that leaves would otherwise end the request without its end being told.
  c.executionCtx.waitUntil(answered.catch(() => undefined));
  await answered;
};

/** Reads from the client, which is no work. */
export async function whileWaiting<T>(c: Context<App>, reading: Promise<T>): Promise<T> {
  const work = c.get("work");
  work?.pause();
  try {
    return await reading;
  } finally {
    work?.resume();
  }
}
