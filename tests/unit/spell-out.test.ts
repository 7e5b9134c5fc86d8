/** `worker/shop/recommendations/spell-out.ts`: how a wish is put to a recommender once more. */
import { expect, test } from "vitest";
import { noteFamilies } from "#contract/product";
import { withOpenFamilies, withRefusalsSaid } from "../../worker/shop/recommendations/spell-out.ts";

test.each([
  ["zh", "想要茶香\n絕對不要柑橘、玫瑰。"],
  ["en", "想要茶香\nNever use citrus, rose."],
  ["ja", "想要茶香\n柑橘、ローズは絶対に使わないでください。"],
] as const)("in %s refusals are said behind the wish", (locale, said) => {
  expect(withRefusalsSaid("想要茶香", ["family:citrus", "material:rose"], locale)).toBe(said);
});

test("a wish too long for both loses its beginning, not its end and not the refusals", () => {
  const kept = withRefusalsSaid(`A${"木".repeat(3981)}B`, ["family:citrus"], "en");
  expect([...kept]).toHaveLength(4000);
  expect(kept).toMatch(/^木.*B\nNever use citrus\.$/);
  const fits = withRefusalsSaid(`A${"木".repeat(3980)}B`, ["family:citrus"], "en");
  expect([...fits]).toHaveLength(4000);
  expect(fits).toMatch(/^A/);
});

test("more refusals than there is room for leave none for the wish", () => {
  const refusals = Array.from({ length: 500 }, (_, at) => `word:scent number ${at}`);
  const said = withRefusalsSaid("woods", refusals, "en");
  expect([...said]).toHaveLength(4000);
  expect(said).toMatch(/^\nNever use scent number 0, scent number 1,/);
});

test("refused names are cut out of the wish, and families that are free of them are wished for", () => {
  expect(withOpenFamilies("Citrus and rose please", ["family:citrus"], "en")).toBe(
    "and rose please\nfruity notes, green notes, aquatic notes, herbs, floral notes, spices, tea, woody notes, resins, gourmand notes, musky notes",
  );
  expect(withOpenFamilies("檀香和玫瑰", ["word:rose"], "ja")).toBe(
    "檀香和\n柑橘、フルーティー、グリーン、アクアティック、ハーブ、スパイス、お茶、ウッディ、樹脂、グルマン、ムスキー",
  );
});

test("a family of which much is refused is not wished for, one material of many does no harm", () => {
  const refusals = ["family:citrus", "family:floral", "allergen:linalool"];
  expect(withOpenFamilies("no roses, ever", refusals, "zh")).toBe(
    "no  , ever\n果香、水感、樹脂、美食調、麝香調",
  );
  expect(withOpenFamilies("cedar", ["material:rose"], "en")).toContain("floral notes");
});

test("a wish of nothing but refused names becomes the families alone, and one that leaves nothing stays", () => {
  expect(withOpenFamilies("citrus", ["family:citrus"], "en")).toMatch(/^fruity notes, /);
  const all = noteFamilies.map((family) => `family:${family}`);
  expect(withOpenFamilies("rose", all, "en")).toBe("rose");
  expect(withOpenFamilies("rose, softly", all, "en")).toBe(", softly");
});

test("a wish too long for the families loses its beginning", () => {
  const kept = withOpenFamilies(`A${"木".repeat(4000)}B`, ["family:citrus"], "en");
  expect([...kept]).toHaveLength(4000);
  expect(kept).toMatch(/^木+B\nfruity/i);
});
