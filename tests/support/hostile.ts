// The shop's Worker among a database that fails, an upstream that is down and a clock that jumps, each as told by
// POST /hostile. For experiments; nothing of the shop knows of it. Runs in workerd, through `hostile-shop.mjs`.
import { seeded } from "./experiment.ts";

export interface Hostility {
  seed?: number;
  /** Shares of all calls of the database: fails before it acts, after it has acted, or says that it is overloaded. */
  failBefore?: number;
  failAfter?: number;
  overloaded?: number;
  slow?: number;
  slowMs?: number;
  /** Each call of the database waits this long at most, before it acts and after. */
  delayMs?: number;
  /** What becomes of payment events on their way to the upstream. */
  upstream?: "healthy" | "refused" | "hangs" | "500" | "garbage" | "429";
  upstreamDelayMs?: number;
  advanceMs?: number;
}

const noCounts = {
  databaseFaults: 0,
  eventsUnderWay: 0,
  mostEventsUnderWay: 0,
  eventsDelivered: 0,
};
export type HostileCounts = typeof noCounts;

const realNow = Date.now.bind(Date);
let aheadMs = 0;
Date.now = () => realNow() + aheadMs;

let hostility: Hostility = {};
let chance = seeded(1);
const counts = { ...noCounts };

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function fail(message: string): never {
  counts.databaseFaults += 1;
  throw new Error(`D1_ERROR: ${message}`);
}

async function disturbed<T>(act: () => Promise<T>): Promise<T> {
  const { failBefore = 0, failAfter = 0, overloaded = 0, delayMs = 0 } = hostility;
  const { slow = 0, slowMs = 0 } = hostility;
  const fate = chance.next();
  if (delayMs > 0) await wait(chance.below(delayMs + 1));
  if (chance.next() < slow) await wait(slowMs);
  if (fate < failBefore) fail("Network connection lost.");
  if (fate < failBefore + overloaded) fail("D1 DB is overloaded. Requests queued for too long.");
  const result = await act();
  if (delayMs > 0) await wait(chance.below(delayMs + 1));
  if (fate >= 1 - failAfter) fail("Network connection lost.");
  return result;
}

type Statement = ReturnType<D1Database["prepare"]>;
const plain = new WeakMap<object, Statement>();

/** The methods that Drizzle calls; in a batch the statement itself travels. */
function hostileStatement(statement: Statement): Statement {
  const hostile = {
    bind: (...values: unknown[]) => hostileStatement(statement.bind(...values)),
    run: () => disturbed(() => statement.run()),
    all: () => disturbed(() => statement.all()),
    raw: () => disturbed(() => statement.raw()),
    first: () => disturbed(() => statement.first()),
  };
  plain.set(hostile, statement);
  return hostile as unknown as Statement;
}

function hostileDatabase(database: D1Database): D1Database {
  const withSession = (constraint: Parameters<D1Database["withSession"]>[0]) => {
    const session = database.withSession(constraint);
    return {
      prepare: (query: string) => hostileStatement(session.prepare(query)),
      batch: (statements: Statement[]) =>
        disturbed(() => session.batch(statements.map((one) => plain.get(one) ?? one))),
      getBookmark: () => session.getBookmark(),
    };
  };
  const prepare = (query: string) => database.prepare(query);
  return { withSession, prepare } as unknown as D1Database;
}

/** Only payment events are in danger: what members do goes through. */
function hostileUpstream(upstream: Fetcher): Fetcher {
  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      if (!new URL(request.url).pathname.endsWith("/service/payment-events"))
        return upstream.fetch(request);
      counts.eventsUnderWay += 1;
      counts.mostEventsUnderWay = Math.max(counts.mostEventsUnderWay, counts.eventsUnderWay);
      try {
        return await answered(upstream, request);
      } finally {
        counts.eventsUnderWay -= 1;
      }
    },
  };
}

const callTimeoutMs = 8_000;

async function answered(upstream: Fetcher, request: Request): Promise<Response> {
  const startedAt = Date.now();
  switch (hostility.upstream ?? "healthy") {
    case "refused":
      throw new Error("connection refused");
    case "500":
      return Response.json({ detail: "系統忙碌中" }, { status: 500 });
    case "429":
      return Response.json({ detail: "請求過於頻繁，請稍後再試" }, { status: 429 });
    case "garbage":
      return new Response('{"outcome": "acc', { headers: { "Content-Type": "application/json" } });
    case "hangs":
      // The caller would give up after its timeout: the clock moves there instead of waiting.
      await wait(5);
      aheadMs += Math.max(0, startedAt + callTimeoutMs - Date.now());
      throw new DOMException("the operation timed out", "TimeoutError");
    case "healthy": {
      const response = await upstream.fetch(request);
      if (response.ok) counts.eventsDelivered += 1;
      if (hostility.upstreamDelayMs !== undefined) await wait(hostility.upstreamDelayMs);
      return response;
    }
  }
}

interface Environment {
  DB: D1Database;
  UPSTREAM?: Fetcher;
}

const hostileEnvironment = (env: Environment): Environment => ({
  ...env,
  DB: hostileDatabase(env.DB),
  ...(env.UPSTREAM && { UPSTREAM: hostileUpstream(env.UPSTREAM) }),
});

async function control(request: Request): Promise<Response> {
  const told = (await request.json()) as Hostility;
  hostility = told;
  chance = seeded(told.seed ?? 1);
  aheadMs += told.advanceMs ?? 0;
  const before = { ...counts };
  Object.assign(counts, { ...noCounts, eventsUnderWay: counts.eventsUnderWay });
  return Response.json(before);
}

interface Handlers {
  fetch(request: Request, env: Environment, execution: unknown): Promise<Response> | Response;
  scheduled(event: unknown, env: Environment, execution: unknown): Promise<void>;
}

export function amongHostility(shop: Handlers): Handlers {
  return {
    fetch(request, env, execution) {
      const { pathname } = new URL(request.url);
      if (pathname === "/hostile") return control(request);
      return shop.fetch(request, hostileEnvironment(env), execution);
    },
    scheduled: (event, env, execution) => shop.scheduled(event, hostileEnvironment(env), execution),
  };
}
