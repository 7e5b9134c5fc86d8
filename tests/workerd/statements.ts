/** What the shop asks of its database, below every way to ask: one call of the binding's fetcher. */
import { env } from "cloudflare:workers";

export interface Asked {
  sql: string;
  params: unknown[];
  rowsRead: number;
  rowsWritten: number;
}

interface Outcome {
  meta: { rows_read: number; rows_written: number };
}
type Query = Pick<Asked, "sql" | "params">;

export async function statementsOf(act: () => PromiseLike<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const restore = [env.DB, Reflect.get(env.DB, "alwaysPrimarySession")].map((holder) => {
    const inner: Fetcher = Reflect.get(holder, "fetcher");
    Reflect.set(holder, "fetcher", watched(inner, asked));
    return () => Reflect.set(holder, "fetcher", inner);
  });
  try {
    await act();
  } finally {
    for (const one of restore) one();
  }
  return asked;
}

const watched = (inner: Fetcher, asked: Asked[]) => ({
  fetch: async (input: RequestInfo, init?: RequestInit) => {
    const queries: Query | Query[] = JSON.parse(String(init?.body));
    const response = await inner.fetch(input, init);
    const outcomes: Outcome | Outcome[] = await response.clone().json();
    const listed = [outcomes].flat();
    for (const [index, { sql, params }] of [queries].flat().entries()) {
      const meta = listed[index]?.meta;
      if (meta === undefined) throw new Error(`no answer to ${sql}`);
      asked.push({ sql, params, rowsRead: meta.rows_read, rowsWritten: meta.rows_written });
    }
    return response;
  },
});
