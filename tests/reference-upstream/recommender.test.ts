import { expect, test } from "vitest";
import {
  allFragrances,
  rawMaterials,
  type RawMaterialId,
} from "../../worker/stand-ins/upstream/catalogue.ts";
import { profileOf } from "../../worker/stand-ins/upstream/recommender/score.ts";
import { createRecommender } from "../../worker/stand-ins/upstream/recommender/recommend.ts";
import { noteFamilies } from "../../worker/stand-ins/upstream/wire.ts";

const recommend = createRecommender(allFragrances);
const locales = ["zh", "en", "ja"] as const;
const profiles = new Map(allFragrances.map((fragrance) => [fragrance.id, profileOf(fragrance)]));
const materialsIn = (productId: string) => [...(profiles.get(productId)?.notes.keys() ?? [])];
const holds = (productId: string, ...materials: RawMaterialId[]) =>
  materialsIn(productId).some((id) => materials.includes(id));
const holdsFamily = (productId: string, family: string) =>
  materialsIn(productId).some((id) => rawMaterials[id].family === family);
const holdsAllergen = (productId: string, allergen: string) =>
  materialsIn(productId).some((id) => rawMaterials[id].allergens.includes(allergen));

const filters: [text: string, refused: (id: string) => boolean][] = [
  ["rose rose rose garden romantic date, but no rose", (id) => holds(id, "rose", "damask-rose")],
  ["a warm bakery in winter, not too sweet", (id) => holdsFamily(id, "gourmand")],
  ["乾淨的衣服，不要麝香", (id) => holdsFamily(id, "musky")],
  ["a garden without flowers", (id) => holdsFamily(id, "floral")],
  ["拜託不要再推薦柑橘給我了，噴了會起疹子", (id) => holdsFamily(id, "citrus")],
  ["tea and cake, I am allergic to nuts", (id) => holds(id, "almond", "hazelnut", "chestnut")],
  ["fresh and green, allergic to linalool", (id) => holdsAllergen(id, "linalool")],
  [
    "no white flowers, a spring garden",
    (id) => holds(id, "jasmine", "tuberose", "gardenia", "lily"),
  ],
];
test.each(filters)("%s: not one of ten bottles holds what was refused", (text, isRefused) => {
  const { products_id } = recommend(text, 10, "en");
  expect(products_id.length).toBeGreaterThanOrEqual(5);
  expect(products_id.filter(isRefused)).toEqual([]);
});

test("who refuses ever more gets ever fewer, in the end nothing, and is told so", () => {
  const names =
    "citrus|fruit|green notes|water|herbs|flowers|spices|tea|wood|resins|sweetness|musk".split("|");
  let before = allFragrances.length;
  let said = "";
  for (const [at, family] of noteFamilies.entries()) {
    const refusals = names.slice(0, at + 1).map((name) => `no ${name}`);
    const { products_id, response } = recommend(refusals.join(", "), allFragrances.length, "en");
    expect(products_id.length, family).toBeLessThanOrEqual(before);
    expect(products_id.filter((id) => holdsFamily(id, family))).toEqual([]);
    [before, said] = [products_id.length, response];
  }
  expect(before).toBe(0);
  expect(said).toMatch(/^None of our scents/);
});

test("a vanilla that is not too sweet keeps vanilla and leaves the rest of the sugar", () => {
  const { products_id } = recommend("I love vanilla, but not too sweet", 5, "en");
  expect(products_id.filter((id) => holds(id, "vanilla")).length).toBeGreaterThan(0);
  expect(products_id.filter((id) => holds(id, "caramel", "honey", "black-sugar"))).toEqual([]);
});

test("no citrus but yuzu leaves yuzu and no other citrus", () => {
  const { products_id } = recommend("no citrus, but I love yuzu", 3, "en");
  expect(products_id.filter((id) => holds(id, "yuzu")).length).toBeGreaterThan(0);
  expect(
    products_id.filter((id) => holds(id, "lemon", "lime", "grapefruit", "bergamot", "mandarin")),
  ).toEqual([]);
});

test("every product brings evidence that is true of it, in the asked language", () => {
  for (const [locale, text] of [
    ["zh", "森林、柚子、平靜，夏天上班用"],
    ["en", "forest, yuzu, calm, for work in summer"],
    ["ja", "森、柚子、静か、夏の仕事に"],
  ] as const) {
    const { products_id, matches } = recommend(text, 5, locale);
    expect(matches.map((match) => match.product_id)).toEqual(products_id);
    for (const { product_id, reasons } of matches) {
      expect(reasons.length, product_id).toBeGreaterThan(0);
      const names = materialsIn(product_id).map((id) => rawMaterials[id].name[locale]);
      for (const { kind, label } of reasons) if (kind === "note") expect(names).toContain(label);
    }
  }
});

const admitsNothing = {
  zh: "看不出明確的方向",
  en: "could not find a clear direction",
  ja: "はっきりした方向を読み取れませんでした",
};
test.each(["", "asdf qwer zxcv", "안녕하세요", "x".repeat(2_000), "\ud83c"])(
  "%j says nothing: the answer admits it and walks around the shelf",
  (text) => {
    for (const locale of locales) {
      const { products_id, response } = recommend(text, 5, locale);
      expect(response).toContain(admitsNothing[locale]);
      expect(new Set(products_id.map((id) => profiles.get(id)?.lead)).size).toBe(5);
    }
  },
);
