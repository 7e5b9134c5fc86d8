/** Turns requests away while there are too many, the least important first (R82). */
import type { Context, MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { createLoad, type WorkClass } from "../platform/load.ts";
import { workClassOf } from "./work-class.ts";

const load = createLoad();
let saidAt = 0;

export const shedLoad: MiddlewareHandler<App> = async (c, next) => {
  const kind = workClassOf(c.req.path);
  const work = load.begin(kind);
  if (work === null) {
    say(c, kind);
    throw new ShopError("overloaded");
  }
  c.set("work", work);
  const answered = next().finally(() => work.end());
  // A client that leaves would otherwise end the request without its end being told.
  const deps = c.get("deps");
  deps.waitUntil(answered.catch(() => undefined));
  await answered;
};

/** Once a second: a line for each would be work of its own. */
function say(c: Context<App>, kind: WorkClass): void {
  const { log, now } = c.get("deps");
  if (now() - saidAt < 1000) return;
  saidAt = now();
  log.warn("load.shed", { reason: kind, count: load.underWay() });
}

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
