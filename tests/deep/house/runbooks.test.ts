import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { documentedCommands, root } from "../../support/repository.ts";
import { emptyWorker, named, startCloudflare, typeCommand, type Cloudflare } from "./cloudflare.ts";

const folder = mkdtempSync(join(tmpdir(), "sillage-runbooks-"));

let cloudflare: Cloudflare;
beforeAll(async () => {
  cloudflare = await startCloudflare(resolve(root, "dist/client"), () =>
    Promise.resolve(new Response()),
  );
  cloudflare.workers.set("sillage-api", emptyWorker());
  cloudflare.databases.push({
    uuid: named.database,
    name: "sillage-shop",
    running_in_region: "APAC",
  });
  expect((await type(first)).code).toBe(0);
  writeFileSync(join(folder, "rows.sql"), "SELECT 1;\n");
  await type("npx wrangler d1 migrations apply DB --remote -c worker/wrangler.api.toml");
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await cloudflare?.close();
});

const places: Record<string, string> = {
  FILE: join(folder, "key"),
  DAY: "2026-11-22",
  "rows.sql": join(folder, "rows.sql"),
};

const commands = documentedCommands();
function type(line: string) {
  const { name = "", words = [] } = commands.find((one) => one.line === line) ?? {};
  const command = name === "" ? ["wrangler"] : ["npm", "run", "--silent", name, "--"];
  const typed = words.map((word) => places[word] ?? word);
  return typeCommand(cloudflare, [...command, ...typed], { env: { CI: "1" } });
}

/** The shop of this test has no export and no other code, and a log that nobody writes to. */
const nothingThere = /There is no copy|connect ECONNREFUSED 127\.0\.0\.1:9/m;
const first = "npm run restore -- --new-key FILE";
/** `deploy.test.ts` and `keys.test.ts` type these; the last two ask a person. */
const elsewhere = /^npm run (deploy|keys)\b|^npx wrangler (login|versions deploy)$/;
const lines = commands
  .filter(({ page }) => /^\.docs\/(operate|security)\b/.test(page))
  .filter(({ words, line }) => words.length > 0 && line !== first && !elsewhere.test(line))
  .map(({ line }) => line);

test("there are lines to type", () => {
  expect(new Set(lines).size).toBeGreaterThan(15);
});

test.each([...new Set(lines)])("%s", async (line) => {
  const { code, said } = await type(line);
  if (code !== 0) expect(said).toMatch(nothingThere);
  expect(code, "it was called wrongly").not.toBe(2);
  const others = said.replaceAll(/.*WARNING.*This process may take some time.*/g, "");
  expect(others, "wrangler asks which environment, or thinks of another").not.toContain("WARNING");
});
