import { brand, withBrandFacts } from "../../worker/brand/brand.ts";
import { painted } from "../../worker/brand/letterhead.ts";
import rules from "../../worker/desk/desk.css?raw";
import { read, repositoryFiles } from "../support/repository.ts";

const declared = /--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g;
const colours = new Map(
  [...read("worker/brand/colours.css").matchAll(declared)].map(
    ([, name = "", light, dark, both = ""]) => [name, [light ?? both, dark ?? both] as const],
  ),
);

test("the page, and what the Worker writes itself, is painted in the brand's colours, by day and by night", () => {
  const style = painted(rules);
  for (const paper of [brand.paper_light, brand.paper_dark]) expect(style).toContain(paper);
  expect(colours.get("paper")).toEqual([brand.paper_light, brand.paper_dark]);
  expect(style).not.toContain("var(");
});

test("a text names the brand as its language does, and what the page fills in stays", () => {
  expect(withBrandFacts('"{brand}, {brand_name}, {nobody}"', "zh")).toBe(
    '"Sillage 香跡, 香跡, {nobody}"',
  );
  expect(withBrandFacts('"{brand_name}, {{brand}}"', "ja")).toBe('"Sillage, {{brand}}"');
});

test("nothing but the brand's folder says its name", () => {
  const files = repositoryFiles().filter((file) =>
    /^(?:worker(?!\/brand\/)|web)\/.*\.(?:tsx?|css|html|js|json|svg)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => /Sillage|香跡|": ".*sillage[-@ .]/.test(read(file)))).toEqual([]);
});

test("the cashier's texts can be signed", () => {
  const texts = Object.entries(brand).filter(([name]) => name.startsWith("cashier_"));
  expect(texts).toHaveLength(4);
  expect(texts.filter(([, text]) => /[&=<>%#]/.test(text))).toEqual([]);
});
