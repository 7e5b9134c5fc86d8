import { expect, test } from "vitest";
import { allFragrances, notesOf } from "../../worker/reference-upstream/catalogue.ts";
import { createRecommender } from "../../worker/reference-upstream/recommender/recommend.ts";
import { locales, type Locale } from "../../worker/reference-upstream/wire.ts";

const recommend = createRecommender(allFragrances);
const materialsIn = (id: string) => {
  const { top = [], middle = [], back = [] } = notesOf(id, "en") ?? {};
  return [...top, ...middle, ...back].map((note) => note.raw_material);
};
const admitsNothingRead: Record<Locale, string> = {
  zh: "還沒讀到明確的方向",
  en: "could not find a clear direction",
  ja: "はっきりした方向を読み取れませんでした",
};
const admitsNothingLeft: Record<Locale, string> = {
  zh: "沒有一款香氣",
  en: "No bottle on the shelf",
  ja: "香りが棚にありません",
};

test.each([
  ["", "nothing at all"],
  ["    \n\t ", "blanks"],
  ["?!?!…", "marks"],
  ["bonjour, je voudrais quelque chose", "a language that is not read"],
  ["안녕하세요 좋은 하루", "a script that is not read"],
  ["x".repeat(2_000), "one endless word"],
  ["\ud83c", "half a picture"],
])("%j (%s): five different characters come, and the answer admits that nothing was read", (text) => {
  for (const locale of locales) {
    const { products_id, response } = recommend(text, 5, locale);
    expect(new Set(products_id).size).toBe(5);
    expect(response).toContain(admitsNothingRead[locale]);
  }
});

test.each([
  ["想要 cedar 和 ヒノキ，no rose please", ["cedarwood", "hinoki"], "rose"],
  ["I'd love 桂花 and 烏龍, but 不要玫瑰", ["osmanthus", "high-mountain-oolong"], "rose"],
  ["柚子みたいな fresh な感じ、vanilla は苦手", ["yuzu"], "vanilla"],
])("%s: three languages in one breath are all heard", (text, wished, refused) => {
  const { products_id } = recommend(text, 5, "en");
  const materials = products_id.map((id) => materialsIn(id).map((material) => material.id as string));
  expect(materials[0]?.some((id) => wished.includes(id))).toBe(true);
  expect(materials.flat()).not.toContain(refused);
});

test("a wish in the first line outlives sixty thousand characters of anything behind it", () => {
  const { products_id } = recommend(`hinoki in the rain, no rose\n${"lorem ipsum dolor sit amet ".repeat(2_300)}`, 5, "en");
  expect(products_id[0]).toBe("hinoki-rain");
  expect(products_id.flatMap(materialsIn).map(({ id }) => id)).not.toContain("rose");
});

const families = "citrus|fruit|green notes|water|herbs|flowers|spices|tea|wood|resins|sweets|musk".split("|");

test("the more is refused the fewer are left, and none of them holds what was refused", () => {
  const names = [
    "citrus",
    "fruity",
    "green",
    "aquatic",
    "herbal",
    "floral",
    "spicy",
    "tea",
    "woody",
    "resinous",
    "gourmand",
    "musky",
  ];
  let before = allFragrances.length;
  for (let count = 1; count <= families.length; count += 1) {
    const text = families
      .slice(0, count)
      .map((family) => `no ${family}`)
      .join(", ");
    const { products_id } = recommend(text, allFragrances.length, "en");
    expect(products_id.length).toBeLessThanOrEqual(before);
    before = products_id.length;
    const refused = names.slice(0, count);
    expect(products_id.filter((id) => materialsIn(id).some(({ family }) => refused.includes(family)))).toEqual([]);
  }
  expect(before).toBe(0);
});

test.each([
  ["zh", "不要柑橘、水果、綠意、水感、草本、花香、辛香料、茶、木頭、樹脂、甜點、麝香"],
  ["en", `nothing with ${families.join(", ")}, or anything else`],
  ["ja", "柑橘、果物、グリーン、水の香り、ハーブ、花、スパイス、お茶、木、樹脂、お菓子、ムスクはすべて苦手です"],
] as const)("in %s, who refuses everything gets nothing, and is told so", (locale, text) => {
  const { products_id, response } = recommend(text, 5, locale);
  expect(products_id).toEqual([]);
  expect(response).toContain(admitsNothingLeft[locale]);
});

test("who refuses a strength still gets as many as were asked for", () => {
  expect(recommend("nothing heavy, nothing light, nothing moderate", 5, "en").products_id).toHaveLength(5);
});
