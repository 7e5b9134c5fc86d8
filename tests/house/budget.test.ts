import { existsSync, readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { unstable_readConfig as readConfig } from "wrangler";
import { screenNames, type ScreenName } from "../../worker/contract/screens.ts";
import { read, repositoryFiles, root } from "../support/repository.ts";

const build = resolve(root, process.env.SHOP_BUILD ?? "dist");
const client = resolve(build, "client");
const kilobytes = (bytes: number) => bytes / 1000;

function gzipped(file: string): number {
  return gzipSync(readFileSync(resolve(client, file))).length;
}

function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const source = readFileSync(resolve(client, file), "utf8");
  for (const [, name = ""] of source.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    withImports(`assets/${name}`, found);
  return found;
}

function sum(files: Iterable<string>): number {
  return kilobytes([...files].map(gzipped).reduce((total, size) => total + size, 0));
}

const page = () => readFileSync(resolve(client, "index.html"), "utf8");
const named = (pattern: RegExp) => [...page().matchAll(pattern)].map((match) => match[1] ?? "");
const firstScripts = () => {
  const entries = named(/<script[^>]+src="\/(assets\/[^"]+\.js)"/g);
  return new Set(entries.flatMap((entry) => [...withImports(entry)]));
};

function scriptsOf(screen: ScreenName): string[] {
  const { scripts } = JSON.parse(
    readFileSync(resolve(client, `prerendered/${screen}.json`), "utf8"),
  );
  return scripts.map((path: string) => path.slice(1));
}

test("the first route needs at most 84 kB of script in at most 3 files", () => {
  const files = firstScripts();
  expect(files.size).toBeGreaterThan(0);
  console.log(`first route: ${files.size} script files, ${sum(files).toFixed(1)} kB gzip`);
  expect(files.size).toBeLessThanOrEqual(3);
  expect(sum(files)).toBeLessThanOrEqual(84);
});

test("the first route needs at most 8 kB of style", () => {
  const styles = named(/<link[^>]+href="\/(assets\/[^"]+\.css)"/g);
  expect(styles.length).toBeGreaterThan(0);
  expect(sum(styles)).toBeLessThanOrEqual(8);
});

test("the fonts weigh at most 30 kB and never hold up text", () => {
  const fonts = readdirSync(resolve(client, "fonts")).filter((name) => name.endsWith(".woff2"));
  const bytes = fonts
    .map((name) => readFileSync(resolve(client, "fonts", name)).length)
    .reduce((total, size) => total + size, 0);
  expect(fonts.length).toBeGreaterThan(0);
  expect(kilobytes(bytes)).toBeLessThanOrEqual(30);
  const styles = readdirSync(resolve(client, "assets")).filter((name) => name.endsWith(".css"));
  const faces = styles.flatMap(
    (name) =>
      readFileSync(resolve(client, "assets", name), "utf8").match(/@font-face\{[^}]*\}/g) ?? [],
  );
  // A face of the device's own fonts, which stands in meanwhile, costs nothing.
  const fetched = faces.filter((face) => face.includes("url("));
  expect(fetched.length).toBe(fonts.length);
  for (const face of fetched) expect(face).toContain("font-display:swap");
});

test("every other route adds at most 42 kB of script", () => {
  const first = firstScripts();
  const added = screenNames.map((screen) => {
    const files = scriptsOf(screen).filter((file) => !first.has(file));
    return { screen, files: files.length, kilobytes: Number(sum(files).toFixed(1)) };
  });
  console.table(added);
  expect(added.find(({ screen }) => screen === "home")?.files, "home comes with every page").toBe(
    0,
  );
  expect(added.filter((one) => one.screen !== "home" && one.files === 0)).toEqual([]);
  expect(added.filter((one) => one.kilobytes > 42)).toEqual([]);
});

test("a screen starts React, then the page, then its own files", () => {
  for (const screen of screenNames) {
    const started = scriptsOf(screen).slice(0, firstScripts().size);
    expect(new Set(started), screen).toEqual(firstScripts());
    const [react, entry] = started.slice(-2);
    expect(react).toMatch(/^assets\/react-/);
    expect(entry).toMatch(/^assets\/index-/);
  }
});

test("the first HTML of a screen names all files that its own builds on, and before it, so that its style outranks theirs", () => {
  for (const screen of screenNames) {
    const scripts = scriptsOf(screen);
    const own = scripts.at(-1) ?? "";
    if (screen !== "home") expect(own).toMatch(/^assets\/\w+Page-/);
    expect(new Set(scripts), screen).toEqual(
      new Set([...firstScripts(), ...(own === "" ? [] : withImports(own))]),
    );
  }
});

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
  const card = (id: string) => resolve(client, `og/scent/${id}.jpg`);
  expect(
    ids.filter((id) => !existsSync(card(id))),
    "npm run images draws them",
  ).toEqual([]);
});

test("what lies beside the page is served as it is, which the Worker would not find", () => {
  const { assets } = readConfig({ config: resolve(root, "wrangler.toml") }, { hideWarnings: true });
  const names = readdirSync(resolve(root, "web/public")).filter((name) => name !== "_headers");
  const rules = [assets?.run_worker_first].flat().map((rule) => String(rule).replace(/\/\*$/, ""));
  expect(names.filter((name) => !rules.includes(`!/${name}`))).toEqual([]);
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
  const maps = filesBelow(client).filter((file) => file.endsWith(".map"));
  const ignored = existsSync(resolve(client, ".assetsignore"))
    ? readFileSync(resolve(client, ".assetsignore"), "utf8")
    : "";
  expect(maps.length === 0 || ignored.includes("*.map")).toBe(true);
});
