/** The tables of what the alarms know; `schema.ts` says what holds for all. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How often something happened in a minute, by a name of the code. Kept for a day. */
export const tallies = sqliteTable(
  "tallies",
  {
    /** The minute's beginning. */
    at: integer("at").notNull(),
    name: text("name").notNull(),
    count: integer("count").notNull(),
    /** Where and about what it last was, in words. */
    example: text("example"),
  },
  (table) => [primaryKey({ columns: [table.at, table.name] })],
);

/** One row for each alarm that was ever raised. Kept for ever: their names are the code's. */
export const alarms = sqliteTable(
  "alarms",
  {
    name: text("name").primaryKey(),
    isOn: integer("is_on", { mode: "boolean" }).notNull(),
    /** When it was raised. */
    since: integer("since").notNull(),
    /** When somebody was last told. */
    toldAt: integer("told_at").notNull().default(0),
    /** Whoever holds the lease is telling. */
    leaseUntil: integer("lease_until").notNull().default(0),
  },
  (table) => [index("alarms_on").on(table.isOn)],
);
