/**
 * The manifest of one night. Names of files follow from the day, since wrangler cannot list a
 * bucket.
 */
export interface NightlyCopy {
  day: string;
  startedAt: number;
  /** Null while it is being made. */
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
