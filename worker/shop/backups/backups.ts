/** Where copies of the books are kept, outside the database; `.scripts/restore` reads them. */
import type { Deps } from "../../deps.ts";

export interface Backups {
  bucket: R2Bucket;
  publicKey: string;
}

/** Null where none are made. */
export function backupsOf({ bindings, config }: Deps): Backups | null {
  const { BACKUPS: bucket } = bindings;
  const { BACKUP_PUBLIC_KEY: publicKey } = config;
  return bucket === undefined || publicKey === null ? null : { bucket, publicKey };
}
