import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ConfiguredFolder } from "../../support/configured-folder.ts";
import { root } from "../../support/repository.ts";
import { startUpstream, type UpstreamAlone } from "../../support/shop.ts";
import { startCloudflare, typeCommand, type Cloudflare } from "./cloudflare.ts";

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

async function type(...words: string[]): Promise<string[]> {
  const command = ["npm", "run", "--silent", "deploy", "--", ...words];
  const { code, said } = await typeCommand(cloudflare, command, { cwd: copy });
  return [...said.trim().split("\n"), `ends with ${code}`];
}

test("where Cloudflare refuses, the owner reads one sentence and what to do next, and nothing changes", async () => {
  cloudflare.refusals.set("GET r2", [403, 10_042, "Please enable R2"]);
  const told = await type("staging").finally(() => cloudflare.refusals.clear());
  const [sentence, ...more] = told.filter((line) => !line.endsWith("nothing was changed:"));
  expect(sentence).toContain("R2, which holds the copies, is not");
  expect(more).toEqual(["ends with 1"]);
  expect(cloudflare.changes).toEqual([]);
});

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
