/** `npm run deploy` as an owner types it: in a copy of the repository, against the fake of Cloudflare's account. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfiguredFolder } from "../../support/configured-folder.ts";
import { root } from "../../support/repository.ts";
import { startUpstream, type UpstreamAlone } from "../../support/shop.ts";
import { startCloudflare, type Cloudflare } from "./cloudflare.ts";

const left = new Set([".git", ".wrangler", "node_modules", "dist"]);
const copy = mkdtempSync(join(tmpdir(), "sillage-typed-"));

let upstream: UpstreamAlone;
let cloudflare: Cloudflare;
beforeAll(async () => {
  cpSync(root, copy, { recursive: true, filter: (file) => !left.has(relative(root, file)) });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  new ConfiguredFolder(null, copy).fillIn("staging");
  upstream = await startUpstream();
  cloudflare = await startCloudflare(join(copy, "dist/client"), async (request) => {
    const { pathname, search } = new URL(request.url);
    return upstream.fetch(pathname + search, { headers: request.headers });
  });
});
afterAll(async () => {
  rmSync(copy, { recursive: true, force: true });
  await Promise.all([cloudflare?.close(), upstream?.close()]);
});

/** @returns what is printed, line by line, the code at its end. */
function type(...words: string[]): Promise<string[]> {
  const asked = ["run", "--silent", "deploy", "--", ...words];
  const env = { ...process.env, ...cloudflare.environment };
  const command = spawn("npm", asked, { cwd: copy, env, shell: process.platform === "win32" });
  let told = "";
  for (const stream of [command.stdout, command.stderr])
    stream.on("data", (data: Buffer) => (told += data.toString()));
  return new Promise((done) =>
    command.on("close", (code) => done([...told.trim().split("\n"), `ends with ${code}`])),
  );
}

const refused: [what: string, call: string, answer: [number, number, string], said: string][] = [
  ["R2 is off", "GET r2", [403, 10_042, "Please enable R2"], "R2, which holds the copies, is not"],
  ["D1 is not the token's", "GET d1", [403, 10_000, "Authentication error"], "› D1: Edit"],
  ["KV is not", "GET storage", [403, 10_000, "Authentication error"], "Workers KV Storage: Edit"],
  [
    "Workers are not",
    "GET workers",
    [403, 10_000, "Authentication error"],
    "Workers Scripts: Edit",
  ],
  ["the zone is not", "GET /zones", [403, 9109, "Unauthorized"], "Zone › Zone: Read"],
  ["lists are asked too fast", "GET d1", [429, 971, "Please wait"], "Run the command again"],
  ["Cloudflare is ill", "GET d1", [500, 1, "internal error"], "Run the command again"],
];

test.each(refused)(
  "where %s the owner reads one sentence and what to do next",
  async (_what, call, answer, said) => {
    cloudflare.refusals.set(call, answer);
    const told = await type("staging").finally(() => cloudflare.refusals.clear());
    const [sentence, ...more] = told.filter((line) => !line.endsWith("nothing was changed:"));
    expect(sentence).toContain(said);
    expect(more).toEqual(["ends with 1"]);
    expect(cloudflare.changes).toEqual([]);
  },
);

test("who is not signed in reads how to be", async () => {
  const nowhere = { HOME: copy, XDG_CONFIG_HOME: copy };
  Object.assign(cloudflare.environment, { CLOUDFLARE_API_TOKEN: undefined }, nowhere);
  const told = await type("staging");
  Object.assign(cloudflare.environment, { CLOUDFLARE_API_TOKEN: "token-of-a-test" });
  expect(told).toEqual([
    expect.stringMatching(/^✗ Nobody is signed in to Cloudflare: npx wrangler login, or set CLOUD/),
    "ends with 1",
  ]);
});

test("an id of nobody's database is named, and nothing changes", async () => {
  const folder = new ConfiguredFolder(null, copy);
  const [file, id] = ["worker/wrangler.api.toml", "00000000-0000-4000-8000-000000000003"] as const;
  folder.replace(file, id, "my-database");
  const told = await type("staging");
  folder.replace(file, "my-database", id);
  expect(told).toContain(`  ${file}: database_id is no database of this account`);
  expect(cloudflare.changes).toEqual([]);
});

test("the whole of a first deployment, and the way back from it", async () => {
  cloudflare.refusals.set("POST storage", [500, 1, "internal error", 1]);
  const told = await type("staging", "--address", cloudflare.address);
  expect(told.map((line) => line.split(/[:;(]|\d| [\da-f]{8}-/)[0]?.trim())).toEqual([
    "! commit wrangler.toml and worker/wrangler.api.toml afterwards",
    "✓ database sillage-shop-staging made in apac",
    "✓ KV namespace sillage-content-staging made",
    "✓ bucket sillage-backups-staging made in apac",
    "✓ build",
    "✓ migrations",
    "✓ texts",
    "✓ sillage-api-staging",
    "✓ sillage-staging",
    "✓ smoke test at http",
    "The way back",
    "ends with",
  ]);
  expect(told.at(-1)).toBe("ends with 0");
  expect((await fetch(new URL("/zh/home", cloudflare.address))).status).toBe(200);
  expect(await type("back", "staging")).toEqual([
    "✓ sillage-staging is gone again: it had no version before",
    "✓ sillage-api-staging is gone again: it had no version before",
    "ends with 0",
  ]);
  expect([...cloudflare.workers.keys()]).toEqual([]);
});
