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

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each([
  ["ink", "paper", 7],
  ["ink-soft", "paper", 7],
  ["ink-faint", "paper-raised", 4.5],
  ["ink-faint", "paper-sunk", 4.5],
  ["accent-text", "paper", 4.5],
  ["accent-ink", "accent", 4.5],
  ["danger", "paper", 4.5],
  ["success", "paper", 4.5],
  ["warning", "paper", 4.5],
  ["rule-strong", "paper", 3],
])("%s is legible on %s, by day and by night", (text, ground, atLeast) => {
  const of = (name: string, scheme: 0 | 1) => colours.get(name)?.[scheme] ?? "";
  for (const scheme of [0, 1] as const)
    expect(contrast(of(text, scheme), of(ground, scheme))).toBeGreaterThanOrEqual(atLeast);
});

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
