import { existsSync, readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { read, repositoryFiles, root } from "../support/repository.ts";

const build = resolve(root, process.env.SHOP_BUILD ?? "dist");

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => resolve(entry.parentPath, entry.name));
}

test("the production build holds the shop and neither stand-in", () => {
  expect(
    readdirSync(build)
      .filter((entry) => !entry.startsWith("."))
      .sort(),
  ).toEqual(["client", "sillage"]);
  const config = JSON.parse(readFileSync(resolve(build, "sillage/wrangler.json"), "utf8"));
  expect(config.services).toEqual([{ binding: "API", service: "sillage-api" }]);
  expect(config.d1_databases, "the Worker near the shopper has no data").toEqual([]);
  expect(config.secrets).toBeUndefined();
  const worker = readFileSync(resolve(build, "sillage/index.js"), "utf8");
  // Words of the stand-ins that nothing else says.
  const standIns = repositoryFiles()
    .filter((file) => file.startsWith("worker/stand-ins/"))
    .map(read)
    .join("\n");
  for (const mark of ["sato@example.test", "模擬收銀台", "下鴨宮崎町"]) {
    expect(standIns.includes(mark), `a stand-in says ${mark}`).toBe(true);
    expect(worker.includes(mark), mark).toBe(false);
  }
});

test("each fragrance that the shop lists has a link preview of its own", () => {
  const { vars } = readConfig({ config: resolve(root, "wrangler.toml") }, { hideWarnings: true });
  const ids = String(vars["SCENT_IDS"]).trim().split(/\s+/);
  expect(ids.length).toBeGreaterThan(100);
  const card = (id: string) => resolve(build, `client/og/scent/${id}.jpg`);
  expect(
    ids.filter((id) => !existsSync(card(id))),
    "npm run images draws them",
  ).toEqual([]);
});

test("the production build holds no key, secret or local configuration", () => {
  const secrets = /pwFHCqoQZGmho4w6|EkRm7iFT261dpevs|SESSION_SECRET=/;
  expect(read("wrangler.toml"), "the key of local mode").toMatch(secrets);
  const files = filesBelow(build);
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    expect(file.endsWith(".dev.vars"), file).toBe(false);
    if (/\.(js|css|html|json)$/.test(file) && !file.endsWith("index.js")) {
      expect(readFileSync(file, "utf8")).not.toMatch(secrets);
    }
  }
});

test("the production build holds nothing of development", () => {
  expect(readFileSync(resolve(build, "sillage/index.js"), "utf8")).not.toContain("'unsafe-inline'");
});

test("no source map is served to browsers", () => {
  const maps = filesBelow(resolve(build, "client")).filter((file) => file.endsWith(".map"));
  const ignored = existsSync(resolve(build, "client/.assetsignore"))
    ? readFileSync(resolve(build, "client/.assetsignore"), "utf8")
    : "";
  expect(maps.length === 0 || ignored.includes("*.map")).toBe(true);
});
