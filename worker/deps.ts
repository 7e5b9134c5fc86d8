/** The ports of one request: built by `context.ts`, the first argument of a verb in `shop/`. */
import type { DrizzleD1Database } from "drizzle-orm/d1";
import type { Locale } from "#contract/locales";
import type { Bindings, Config, PageConfig, Counter, OperatorRole } from "./env.ts";
import type { PaymentMethods } from "./payments/methods.ts";
import type { Log } from "./platform/log.ts";
import type { Upstream } from "./upstream/endpoint.ts";

export type Database = DrizzleD1Database & { $client: D1Database };

export interface MemberActor {
  memberId: string;
  sessionId: string;
}

export interface Operator {
  /** The address by which Access knows them. */
  name: string;
  roles: readonly OperatorRole[];
}

export interface Deps {
  readonly config: Config;
  readonly pageConfig: PageConfig;
  readonly bindings: Bindings;
  readonly db: Database;
  readonly upstream: Upstream;
  /** How long its calls have taken, all together. */
  readonly upstreamMs: number;
  readonly payments: PaymentMethods;
  /** Where the payment methods' forms are sent, for the content security policy. */
  readonly formOrigins: readonly string[];
  readonly log: Log;
  readonly locale: Locale;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Only for work that may be lost: the runtime stops it 30 s after the answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly publicOrigin: string;
  /** By which the request sees what the desk has not published yet. */
  readonly preview: string | null;
  /** Writes the errors that this isolate has logged to where alarms are raised from. */
  writeErrors(): Promise<void>;
  /** Sends an alarm. @returns whether a person was notified; true where no channel is configured. */
  tellPeople(text: string): Promise<boolean>;
  /** Posts a form to the shop itself. @returns status and text of the answer, or why none. */
  postToShop(path: string, body: string): Promise<string>;
  /**
   * Tells visitors apart in the log: a keyed hash of the canonical address. Undefined for the
   * schedule, and in the Worker of pages where the API, with the secret, is another.
   */
  clientKey(): Promise<string | undefined>;
  /** Counts the key. @returns whether it had room: approximate, and where the Worker runs. */
  allows(counter: Counter, key: string): Promise<boolean>;
}

/** The same ports but for the upstream. Copying them would make them all. */
export function withUpstream(deps: Deps, upstream: Upstream): Deps {
  return Object.create(deps, { upstream: { value: upstream } });
}
