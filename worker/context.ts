import { drizzle } from "drizzle-orm/d1";
import { mayAnswerAt, parseConfig, parsePageConfig } from "./env.ts";
import type { Bindings, Config, PageConfig, Counter } from "./env.ts";
import { notifyPeople, postToShop } from "./alerts/channels.ts";
import type { Locale } from "#contract/locales";
import type { Database, Deps, MemberActor, Operator } from "./deps.ts";
import { createUpstream, requestBudgetMs } from "./upstream/client.ts";
import type { Upstream } from "./upstream/endpoint.ts";
import { adapters, openMethods, type PaymentMethods } from "./payments/methods.ts";
import { keyedHash } from "./platform/crypto.ts";
import { createLog, putBackErrors, takeErrors, type Log } from "./platform/log.ts";
import { addErrors } from "./store/alarms.ts";

export interface App {
  Bindings: Bindings;
  Variables: {
    deps: Deps;
    requestId: string;
    actor: MemberActor | null;
    /** Whose token came with the request; unset until somebody asks. */
    present?: MemberActor | null;
    /** Asks this shop's API as a stranger. */
    askApi: (path: `/${string}`, locale: Locale) => Promise<Response>;
    operator?: Operator;
    challengeId?: string;
  };
}

const collectErrorsMs = 3_000;

function onceFor<Parsed>(parse: (env: Bindings) => Parsed): (env: Bindings) => Parsed {
  const known = new WeakMap<object, Parsed>();
  return (env) => {
    const parsed = known.get(env) ?? parse(env);
    known.set(env, parsed);
    return parsed;
  };
}

export const configOf = onceFor(parseConfig);
const ownPageConfigOf = onceFor(parsePageConfig);

export interface Origin {
  readonly requestId: string;
  readonly locale: Locale;
  /** The request's own; used only by the local stand-ins, where no PUBLIC_ORIGIN is set. */
  readonly requestUrl: string;
  /** The visitor's IP address; null for the schedule. */
  readonly address: string | null;
  /** The same in canonical form, which an unreadable one has too. */
  readonly client: string | null;
  /** By which the request sees what the desk has not published yet. */
  readonly preview?: string | null;
  waitUntil(work: Promise<unknown>): void;
}

/** Each port is made when it is first asked for: most requests need few. */
export class RequestPorts {
  /** An object of its own: what is derived from these ports has the same. */
  private readonly made: {
    -readonly [Port in "db" | "upstream" | "payments" | "log"]?: RequestPorts[Port];
  } = {};
  readonly pageConfig: PageConfig;
  readonly publicOrigin: string;
  readonly locale: Locale;
  readonly preview: string | null;
  /** Only for work that may be lost: the runtime stops it 30 s after the answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly now: () => number = Date.now;
  /** How long its calls of the upstream have taken, all together. */
  upstreamMs = 0;
  readonly bindings: Bindings;
  private readonly origin: Origin;

  constructor(bindings: Bindings, origin: Origin) {
    this.bindings = bindings;
    this.origin = origin;
    // At once, so that a broken configuration is refused by every route. Where the API is another
    // Worker, this one has none of its settings.
    this.pageConfig = bindings.API === undefined ? configOf(bindings) : ownPageConfigOf(bindings);
    if (!mayAnswerAt(this.pageConfig, origin.requestUrl))
      throw new Error("Local mode answers at loopback addresses only");
    this.publicOrigin = this.pageConfig.PUBLIC_ORIGIN ?? new URL(origin.requestUrl).origin;
    this.locale = origin.locale;
    this.preview = origin.preview ?? null;
    this.waitUntil = (work) => origin.waitUntil(work);
  }

  get config(): Config {
    return configOf(this.bindings);
  }

  /** Money and sessions read their own writes: every query of a request goes to the primary. */
  get db(): Database {
    return (this.made.db ??= drizzle(asDatabase(this.bindings.DB.withSession("first-primary"))));
  }

  get upstream(): Upstream {
    const { locale, origin } = this;
    return (this.made.upstream ??= createUpstream(this.bindings, this.config, this.log, {
      locale,
      address: origin.address,
      budgetMs: origin.client === null ? null : requestBudgetMs,
      waitUntil: this.waitUntil,
      took: (ms) => void (this.upstreamMs += ms),
    }));
  }

  get payments(): PaymentMethods {
    return (this.made.payments ??= openMethods(this));
  }

  get formOrigins(): readonly string[] {
    const { pageConfig, publicOrigin } = this;
    return Object.values(adapters).flatMap(
      ({ formOrigin }) => formOrigin?.(pageConfig, publicOrigin) ?? [],
    );
  }

  get log(): Log {
    return (this.made.log ??= createLog(this.origin.requestId, () => {
      // The Worker of pages has no database.
      if (this.bindings.API === undefined) this.waitUntil(this.writeErrorsSoon());
    }));
  }

  private async writeErrorsSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, collectErrorsMs));
    await this.writeErrors().catch(() => undefined);
  }

  async writeErrors(): Promise<void> {
    const errors = takeErrors();
    if (errors.size === 0) return;
    try {
      await addErrors(this.db, errors, this.now());
    } catch (error) {
      putBackErrors(errors);
      throw error;
    }
  }

  /** A keyed hash of the canonical address; the Worker of pages has no secret for it. */
  async clientKey(): Promise<string | undefined> {
    if (this.origin.client === null || this.bindings.API !== undefined) return undefined;
    return keyedHash(this.config.SESSION_SECRET, "client-key", this.origin.client);
  }

  notifyPeople(text: string): Promise<boolean> {
    return notifyPeople(this, text);
  }

  postToShop(path: string, body: string): Promise<string> {
    return postToShop(this.publicOrigin, path, body);
  }

  /** Approximate, and a counter that fails lets pass: the database counts what must be exact. */
  async allows(counter: Counter, key: string): Promise<boolean> {
    try {
      return (await this.bindings[counter].limit({ key })).success;
    } catch (error) {
      this.log.warn("a counter does not answer", { error });
      return true;
    }
  }
}

/** A D1 session has the two methods that Drizzle calls, `prepare` and `batch`. */
function asDatabase(session: D1DatabaseSession): D1Database {
  return session as unknown as D1Database;
}
