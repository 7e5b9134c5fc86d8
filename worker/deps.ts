/** The ports of one request. `context.ts` builds them; verbs in `shop/` take them as their first argument. */
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
  /** Only for work that may be lost: the runtime stops it 30 s after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
  publicOrigin: string;
}
