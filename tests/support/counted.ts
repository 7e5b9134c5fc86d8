/** The shop's Worker, whose answers say how often they asked the database. Runs in workerd, through `counted-shop.mjs`. */
export const d1CallsHeader = "X-D1-Calls";
export const d1DepthHeader = "X-D1-Depth";

/** `depth` counts calls one after the other: a call may depend on every call that had ended before it began. */
interface Count {
  calls: number;
  depth: number;
}

async function counted<Result>(count: Count, act: () => Promise<Result>): Promise<Result> {
  count.calls += 1;
  const depth = count.depth + 1;
  try {
    return await act();
  } finally {
    count.depth = Math.max(count.depth, depth);
  }
}

type Statement = ReturnType<D1Database["prepare"]>;
const plain = new WeakMap<object, Statement>();

/** The methods that Drizzle calls; in a batch the statement itself travels. */
function countedStatement(statement: Statement, count: Count): Statement {
  const wrapped = {
    bind: (...values: unknown[]) => countedStatement(statement.bind(...values), count),
    run: () => counted(count, () => statement.run()),
    all: () => counted(count, () => statement.all()),
    raw: () => counted(count, () => statement.raw()),
    first: () => counted(count, () => statement.first()),
  };
  plain.set(wrapped, statement);
  return wrapped as unknown as Statement;
}

function countedDatabase(database: D1Database, count: Count): D1Database {
  const withSession: D1Database["withSession"] = (constraint) => {
    const session = database.withSession(constraint);
    const wrapped = {
      prepare: (query: string) => countedStatement(session.prepare(query), count),
      batch: (statements: Statement[]) =>
        counted(count, () =>
          session.batch(statements.map((statement) => plain.get(statement) ?? statement)),
        ),
    };
    return wrapped as unknown as ReturnType<D1Database["withSession"]>;
  };
  return { withSession } as unknown as D1Database;
}

interface Bindings {
  DB: D1Database;
}
interface Worker<Env> {
  fetch(request: Request, env: Env, context: object): Response | Promise<Response>;
}

/** What runs behind the answer is not counted. */
export function countingDatabase<Env extends Bindings>(shop: Worker<Env>): Worker<Env> {
  return {
    ...shop,
    async fetch(request, env, context) {
      const count: Count = { calls: 0, depth: 0 };
      const answer = await shop.fetch(
        request,
        { ...env, DB: countedDatabase(env.DB, count) },
        context,
      );
      const response = new Response(answer.body, answer);
      response.headers.set(d1CallsHeader, String(count.calls));
      response.headers.set(d1DepthHeader, String(count.depth));
      return response;
    },
  };
}
