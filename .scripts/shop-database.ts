// Reads the shop's database with plain SQL: this machine's, or the deployed one through wrangler.
import { withLocalState } from "./local-state.ts";
import { run } from "./run.ts";

interface Target {
  isRemote: boolean;
  /** Another local state than the usual one. */
  folder?: string;
}

/** The rows of each statement. The statements have no parameters. */
export function askShopDatabase<Row>(
  statements: readonly string[],
  { isRemote, folder }: Target,
): Promise<Row[][]> {
  if (isRemote) return askDeployed(statements);
  return withLocalState(async ({ shopDatabase }) => {
    const found = await shopDatabase.batch<Row>(
      statements.map((statement) => shopDatabase.prepare(statement)),
    );
    return found.map(({ results }) => results);
  }, folder);
}

async function askDeployed<Row>(statements: readonly string[]): Promise<Row[][]> {
  const target = ["--remote", "--config", "worker/wrangler.api.toml"];
  const command = `${statements.join(";\n")};`;
  const output = await run(
    "wrangler",
    ["d1", "execute", "DB", "--json", "--yes", "--command", command, ...target],
    {
      env: { CI: "1" },
    },
  );
  const found: { results: Row[] }[] = JSON.parse(output.slice(output.indexOf("[")));
  return found.map(({ results }) => results);
}
