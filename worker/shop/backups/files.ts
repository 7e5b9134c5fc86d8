/** The files in the bucket. Their names can be told from a date, since wrangler cannot list them. */

export interface Export {
  day: string;
  startedAt: number;
  /** Null while it is being written. */
  endedAt: number | null;
  /** Of the code that began it. */
  version: string;
  /** Of the key pair that the parts are sealed for. */
  publicKey: string;
  /** How far it has come: the table's place in the order, and the number of its last row. */
  table: number;
  after: number;
  parts: { key: string; table: string; rows: number; sha256: string }[];
}

export const progressKey = "progress.json";
export const manifestKey = (day: string) => `exports/${day}/manifest.json`;
export const partKey = (day: string, table: string, name: string) =>
  `exports/${day}/${table}-${name}.jwe`;

/** New rows of an hour, a line for each minute that had some. */
export const journalKey = (at: number) => `journal/${new Date(at).toISOString().slice(0, 13)}.jwe`;

/** While it is there, the schedule does nothing. */
export const holdKey = "hold";
