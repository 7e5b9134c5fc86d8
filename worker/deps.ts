/** What a request's work may use. `context.ts` makes it; verbs take it as an argument. */
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { Locale } from "#contract/locales";
import type { Bindings, Config } from "./env.ts";
import type { PaymentMethods } from "./payments/methods.ts";
import type { Log } from "./platform/log.ts";
import type * as schema from "./store/schema.ts";
import type { Upstream } from "./upstream/port.ts";

export type Database = DrizzleD1Database<typeof schema>;

export interface MemberActor {
  memberId: string;
  sessionId: string;
}

export interface Deps {
  config: Config;
  bindings: Bindings;
  db: Database;
  upstream: Upstream;
  payments: PaymentMethods;
  log: Log;
  locale: Locale;
  /** Epoch milliseconds. */
  now: () => number;
  /** For work whose loss is harmless: it ends 30 s after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
  /** Where the shopper reaches the shop. */
  publicOrigin: string;
}
