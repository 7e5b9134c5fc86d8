// One deployment at a time: a row of the shop's database, which ends by itself after a kill.
import { randomUUID } from "node:crypto";
import { hostname, userInfo } from "node:os";
import type { Ask } from "./cloudflare.ts";
import { apiArguments, type Target } from "./plan.ts";

/** No migration makes it: it is needed before they run. */
export const lockTable = "deployment_lock";

/** @throws where somebody else is deploying. */
export async function withLock<Result>(
  ask: Ask,
  { database, target, seconds }: { database: string; target: Target; seconds: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const query = (sql: string) =>
    ask<{ results: Record<string, string>[] }[]>(`d1/database/${database}/query`, "POST", { sql });
  const token = randomUUID();
  const holder = `${userInfo().username}@${hostname()}`.replaceAll(/[^\w.@-]/g, "");
  const answers = await query(`
    CREATE TABLE IF NOT EXISTS ${lockTable} (id INTEGER PRIMARY KEY, token, holder, since, ends);
    INSERT INTO ${lockTable} VALUES
      (1, '${token}', '${holder}', datetime(), datetime('now', '+${seconds} seconds'))
      ON CONFLICT (id) DO UPDATE SET (token, holder, since, ends) =
        (excluded.token, excluded.holder, excluded.since, excluded.ends) WHERE ends <= datetime();
    SELECT * FROM ${lockTable}`);
  const held = answers.at(-1)?.results[0];
  if (held?.["token"] !== token)
    throw new Error(
      `${held?.["holder"]} has been deploying since ${held?.["since"]} UTC: run the command again when that is done. Was it killed, its lock ends at ${held?.["ends"]} UTC, or now with npx wrangler d1 execute DB --remote ${apiArguments(target).join(" ")} --command "DELETE FROM ${lockTable}"`,
    );
  try {
    return await work();
  } finally {
    await query(`DELETE FROM ${lockTable} WHERE token = '${token}'`).catch(() => undefined);
  }
}
