import type { Deps } from "../../deps.ts";
import { backupsOf } from "./backups.ts";
import { holdKey } from "./files.ts";

/** One that was forgotten must not stop payments for ever. */
const longestMs = 3600_000;

/**
 * While the database is brought back to an earlier time, a refund that was made since looks as if it were still to be made. The command
 * that does it holds the schedule, by a file: the database is not there to ask.
 */
export async function isHeld(deps: Deps): Promise<boolean> {
  const backups = backupsOf(deps);
  if (backups === null) return false;
  try {
    const hold = await backups.bucket.head(holdKey);
    return hold !== null && deps.now() < hold.uploaded.getTime() + longestMs;
  } catch (error) {
    deps.log.warn("the bucket of copies does not answer", { error });
    return false;
  }
}
