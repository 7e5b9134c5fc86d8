import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { run } from "../../../.scripts/run.ts";
import { repositoryFiles, root } from "../../support/repository.ts";
import { startShop, type Shop } from "../../support/shop.ts";

const old = /Sillage|香跡/;
const made = { brand: "Ondée 雨香", brand_name: "Ondée", wordmark: "Ondée", wordmark_han: "雨香" };
let folder: string;
let shop: Shop;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "another-brand-"));
  for (const file of repositoryFiles().filter((name) => !name.startsWith("tests/")))
    cpSync(resolve(root, file), join(folder, file));
  symlinkSync(resolve(root, "node_modules"), join(folder, "node_modules"));
  const file = join(folder, "worker/brand/brand.json");
  const facts = Object.entries<string>(JSON.parse(readFileSync(file, "utf8")));
  const renamed = facts.map(([name, fact]) => {
    const known = Object.entries(made).find(([key]) => name === key || name.startsWith(`${key}_`));
    return [name, known?.[1] ?? fact.replaceAll(/sillage|香跡/gi, "Ondée")];
  });
  writeFileSync(file, JSON.stringify(Object.fromEntries(renamed)));
  await run("npm", ["run", "--silent", "build"], { cwd: folder });
  shop = await startShop({ build: join(folder, "dist") });
});
afterAll(async () => {
  await shop?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("no file of the build says the old name", () => {
  const texts = readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(?:js|html|css|json|svg|txt)$/.test(file),
  );
  expect(texts.length).toBeGreaterThan(50);
  const saying = texts.filter((file) => old.test(readFileSync(join(folder, "dist", file), "utf8")));
  expect(saying).toEqual([]);
});

test.each(["zh/home", "en/login", "ja/register", "zh/info/PrivacyPolicy", "en/scent/hinoki-rain"])(
  "the document /%s says the new one",
  async (path) => {
    const html = await (await shop.fetch(`/${path}`)).text();
    expect(html).toContain("Ondée");
    expect(html).not.toMatch(old);
  },
);

test("so do the texts and what is installed on a phone", async () => {
  for (const path of ["/locales/ja/common.json", "/zh/manifest.webmanifest"]) {
    const text = await (await shop.fetch(path)).text();
    expect(text).toContain("Ondée");
    expect(text).not.toMatch(old);
  }
});
