/** What a shopper downloads, read off the production build: script and style by the gzip size of each file. */
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { screenNames, type ScreenName } from "../../worker/contract/screens.ts";
import { root } from "../support/repository.ts";

const client = resolve(root, process.env.SHOP_BUILD ?? "dist", "client");
const kilobytes = (bytes: number) => bytes / 1000;

function gzipped(file: string): number {
  return gzipSync(readFileSync(resolve(client, file))).length;
}

/** The file and all that it imports before it can run. */
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

/** As the Worker names them in the first HTML. */
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
