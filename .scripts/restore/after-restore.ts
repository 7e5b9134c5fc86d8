// What must follow when the database was brought back, however that was done.
import type { TableRow } from "../../worker/shop/backups/sealed-rows.ts";
import type { CopiedRow } from "../../worker/store/copied-rows.ts";
import type { Operation } from "../../worker/store/operator-changes.ts";
import { afterRestore, insertLost } from "../../worker/store/restore.ts";
import type { Desk } from "../payment-desk.ts";

export interface Lost {
  /** Epoch milliseconds: what came after it is not in the database. */
  since: number;
  /** What the journal has of it. */
  rows: readonly TableRow[];
}

export async function carryOutAfterRestore(
  desk: Pick<Desk, "ask" | "print">,
  { since, rows }: Lost,
  operation: Operation,
): Promise<void> {
  const steps = Object.entries(afterRestore(since, operation));
  const done = await desk.ask<{ value?: number }>(steps.map(([, sql]) => oneLine(sql)));
  for (const [index, [name]] of steps.entries())
    desk.print(`${name}: ${done[index]?.[0]?.value ?? done[index]?.length ?? 0}`);
  for (const [table, lost] of rowsOfTables(rows)) {
    const found = await insert(desk, insertLost(table, lost, operation.now));
    desk.print(`${table} from the journal: ${found} of ${lost.length} were missing`);
  }
}

const oneLine = (sql: string) => sql.replaceAll(/\s+/g, " ");

export function rowsOfTables(rows: readonly TableRow[]): Map<string, CopiedRow[]> {
  const tables = new Map<string, CopiedRow[]>();
  for (const { table, row } of rows) tables.set(table, [...(tables.get(table) ?? []), row]);
  return tables;
}

/** One call each: together they could be longer than a command may be. @returns how many rows were not there. */
async function insert(desk: Pick<Desk, "ask">, statements: readonly string[]): Promise<number> {
  let count = 0;
  for (const statement of statements) {
    const [inserted = []] = await desk.ask([`${statement} RETURNING 1`]);
    count += inserted.length;
  }
  return count;
}
