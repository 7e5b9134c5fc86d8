import type { Deps } from "../../deps.ts";
import { lateRows } from "../../store/outbox.ts";
import { kindsTaken } from "../outbox/deliver.ts";

/** Once a minute how long the oldest event for the upstream has waited, which is a moment when all is well. */
export async function countOutboxAge(deps: Deps): Promise<void> {
  const kinds = kindsTaken(deps);
  if (kinds.length === 0) return;
  const now = deps.now();
  const { count, oldestAt } = await lateRows(deps.db, kinds, now);
  deps.counters.count("outbox.age", "", count === 0 ? 0 : (now - oldestAt) / 1000);
}
