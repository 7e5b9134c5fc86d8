/** Goes through a table in pieces of bounded size, a piece each time it is asked. How far it has come stands in `settings`. */
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";
import type { Piece } from "./piece.ts";
import { settings } from "./schema.ts";

export interface Walk {
  /** Under which name `settings` knows it. */
  name: string;
  table: SQLiteTable;
  /** A column whose values grow with time: the row's number, unless told. */
  by?: SQL;
  /** Rows of a piece; more only where several have the same value. */
  most: number;
  /** Where it begins the first time. */
  begins: "with the oldest" | "behind the newest";
  /** Values from here on are left for later. */
  before?: number;
}

/** The piece behind the last that was passed; null at the end. */
export async function nextPiece(db: Database, walk: Walk): Promise<Piece | null> {
  const { name, table, by = sql`rowid`, most, begins } = walk;
  const begin = begins === "with the oldest" ? sql`0` : sql`(select max(${by}) from ${table})`;
  const isInTime = walk.before === undefined ? sql`true` : sql`${by} < ${walk.before}`;
  const [found] = await db.all<{ after: number; upTo: number | null }>(
    sql`select mark.value as after, (select max(value) from (select ${by} as value from ${table}
      where ${by} > mark.value and ${isInTime} order by ${by} limit ${most})) as upTo
      from (select coalesce((select ${settings.value} from ${settings} where ${settings.name} = ${name}), ${begin}, 0) as value) as mark`,
  );
  return found === undefined || found.upTo === null
    ? null
    : { after: found.after, upTo: found.upTo };
}

export async function pass(db: Database, { name }: Walk, upTo: number): Promise<void> {
  await db
    .insert(settings)
    .values({ name, value: upTo })
    .onConflictDoUpdate({ target: settings.name, set: { value: upTo } });
}

/** For a walk without an end: what comes behind the last piece is the first one. */
export async function nextPieceAround(db: Database, walk: Walk): Promise<Piece | null> {
  const piece = await nextPiece(db, walk);
  if (piece !== null) return piece;
  await pass(db, walk, 0);
  return nextPiece(db, walk);
}

/** Gives each caller the next of `count` numbers, so that parallel runs do different work. */
export async function takeTurn(db: Database, name: string, count: number): Promise<number> {
  const [turn] = await db
    .insert(settings)
    .values({ name, value: 0 })
    .onConflictDoUpdate({
      target: settings.name,
      set: { value: sql`(${settings.value} + 1) % ${count}` },
    })
    .returning({ value: settings.value });
  return (turn?.value ?? 0) % count;
}
