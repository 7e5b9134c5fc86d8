import { drizzle } from "drizzle-orm/d1";
import type { Locale } from "#contract/locales";
import { parseConfig, type Bindings, type Config } from "./env.ts";
import * as schema from "./store/schema.ts";
import type { Deps, MemberActor } from "./deps.ts";
import { createUpstream } from "./upstream/client.ts";
import { openMethods } from "./payments/methods.ts";
import { createLog } from "./platform/log.ts";

export interface App {
  Bindings: Bindings;
  Variables: {
    deps: Deps;
    requestId: string;
    actor: MemberActor | null;
    /** The sign-in that still owes its code; set by its guard. */
    challengeId?: string;
  };
}

const configs = new WeakMap<object, Config>();

export function configOf(env: Bindings): Config {
  const known = configs.get(env);
  if (known) return known;
  const config = parseConfig(env);
  configs.set(env, config);
  return config;
}

export interface Origin {
  requestId: string;
  locale: Locale;
  /** The request's own origin; used only by the local stand-ins, where no PUBLIC_ORIGIN is set. */
  requestOrigin: string;
  /** The visitor's IP address; null for the schedule. */
  address: string | null;
  waitUntil: (work: Promise<unknown>) => void;
}

export function createDeps(env: Bindings, origin: Origin): Deps {
  const config = configOf(env);
  const log = createLog(origin.requestId);
  const now = () => Date.now();
  const publicOrigin = config.PUBLIC_ORIGIN ?? origin.requestOrigin;
  return {
    config,
    bindings: env,
    // Money and sessions read their own writes: every query of a request goes to the primary.
    db: drizzle(asDatabase(env.DB.withSession("first-primary")), { schema }),
    upstream: createUpstream(env, config, log, { locale: origin.locale, address: origin.address }),
    payments: openMethods({ config, cashier: env.CASHIER, publicOrigin, log, now }),
    log,
    locale: origin.locale,
    now,
    waitUntil: origin.waitUntil,
    publicOrigin,
  };
}

/** A D1 session has the two methods that Drizzle calls, `prepare` and `batch`. */
function asDatabase(session: D1DatabaseSession): D1Database {
  return session as unknown as D1Database;
}
