import { sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";

/** Values for `in`, as one parameter: a statement of D1 takes a hundred of them at most. */
export function jsonList(values: readonly (string | number)[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(values)}))`;
}

interface NamedOrder {
  orderId: AnySQLiteColumn;
  orderNumber: AnySQLiteColumn;
}

/** Rows of these orders, each called by its key or its number: documents let either stand for the other. */
export function isCalled({ orderId, orderNumber }: NamedOrder, names: readonly string[]): SQL {
  const wanted = jsonList(names);
  return sql`(${orderId} in ${wanted} or ${orderNumber} in ${wanted})`;
}
