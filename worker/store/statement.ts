/**
 * Reads whose SQL is written once an isolate: where many requests make one, Drizzle's writing is a good part of what they cost.
 * Each goes into a batch, `db.batch([…])`.
 */
import { fillPlaceholders, sql, type Placeholder } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { Database } from "../deps.ts";

/** What stands for a value while the SQL is written. */
export type Later = Placeholder;
type Values = Record<string, string | number>;

interface Written {
  getQuery(): { sql: string; params: unknown[] };
  mapResult(result: unknown, isFromBatch?: boolean): unknown;
}
export interface Select<Row> {
  readonly _: { readonly result: Row[] };
  prepare(): Written;
}

/** Writes SQL and reads rows; nothing can be asked of it. */
const writer = drizzle({ prepare: () => null } as unknown as D1Database);

/** @param write - called once; names its values, which each use then gives. */
export function statement<Given extends Values, Row>(
  write: (db: Database, value: (name: keyof Given & string) => Later) => Select<Row>,
): (db: Database, values: Given) => RunnableQuery<Row[], "sqlite"> {
  let written: Written | undefined;
  return (db, values) => {
    written ??= write(writer, (name) => sql.placeholder(name)).prepare();
    return new Filled<Row>(db, written, values);
  };
}

/** What a batch asks of Drizzle's own queries. */
class Filled<Row> implements RunnableQuery<Row[], "sqlite"> {
  declare readonly _: { readonly dialect: "sqlite"; readonly result: Row[] };
  readonly #db: Database;
  readonly #written: Written;
  readonly #values: Values;

  constructor(db: Database, written: Written, values: Values) {
    this.#db = db;
    this.#written = written;
    this.#values = values;
  }

  _prepare() {
    const written = this.#written;
    const query = written.getQuery();
    const params = fillPlaceholders(query.params, this.#values);
    return {
      stmt: this.#db.$client.prepare(query.sql),
      getQuery: () => ({ sql: query.sql, params }),
      mapResult: (result: unknown, isFromBatch?: boolean) => written.mapResult(result, isFromBatch),
    };
  }
}
