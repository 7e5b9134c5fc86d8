/** The reference upstream's recommender: what it reads out of words, what it recommends, and the data that it does it by. */
import { expect, test } from "vitest";
import {
  allFragrances,
  rawMaterials,
  rawMaterialIds,
  type Fragrance,
  type RawMaterialId,
} from "../../worker/stand-ins/upstream/catalogue.ts";
import { surveyQuestions } from "../../worker/stand-ins/upstream/data/survey.ts";
import { allConcepts } from "../../worker/stand-ins/upstream/recommender/lexicon.ts";
import { read } from "../../worker/stand-ins/upstream/recommender/negation.ts";
import { createRecommender } from "../../worker/stand-ins/upstream/recommender/recommend.ts";
import { profileOf } from "../../worker/stand-ins/upstream/recommender/score.ts";
import { locales, noteFamilies } from "../../worker/stand-ins/upstream/wire.ts";

const recommend = createRecommender(allFragrances);

const profiles = new Map(allFragrances.map((fragrance) => [fragrance.id, profileOf(fragrance)]));
const materialsIn = (productId: string) => [...(profiles.get(productId)?.notes.keys() ?? [])];
const holds = (productId: string, ...ids: RawMaterialId[]) =>
  materialsIn(productId).some((id) => ids.includes(id));
const holdsFamily = (productId: string, family: string) =>
  materialsIn(productId).some((id) => rawMaterials[id].family === family);
const holdsAllergen = (productId: string, allergen: string) =>
  materialsIn(productId).some((id) => rawMaterials[id].allergens.includes(allergen));

const filters: [text: string, refused: (id: string) => boolean][] = [
  ["rose rose rose garden romantic date, but no rose", (id) => holds(id, "rose", "damask-rose")],
  ["乾淨的衣服，不要麝香", (id) => holdsFamily(id, "musky")],
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

/** Concepts by id; raw materials without their prefix. */
function heard(text: string) {
  const { wishes, dislikes } = read(text);
  const named = (found: Iterable<{ id: string }>) =>
    [...found].map(({ id }) => id.replace("note:", "")).toSorted();
  return { wishes: named(wishes.keys()), refused: named(dislikes) };
}

const texts: [text: string, wishes: string[], refused?: string[]][] = [
  // Words in any spelling, and nothing refused.
  ["下雨天的圖書館，安靜", ["calm", "library", "rain"]],
  ["for a winter date night, rather strong", ["date", "rich", "winter"]],
  ["ＹＵＺＵ　ａｎｄ　ＨＩＮＯＫＩ", ["hinoki", "yuzu"]],
  ["a pâtisserie in the morning", ["bakery", "morning"]],
  ["roses, peaches and berries", ["fruity", "peach", "rose"]],
  ["清新的绿茶和檀香", ["fresh", "green-tea", "sandalwood"]],
  ["ヴァニラとヴェチバー", ["vanilla", "vetiver"]],
  ["I am so stressed and tired", ["stressed"]],
  ["🍋🌊", ["lemon", "sea"]],
  ["柚子みたいな fresh な感じ", ["fresh", "yuzu"]],
  // A refusal reaches as far as it is meant and no farther.
  ["musk-free citrus", ["citrus"], ["musk"]],
  ["not too sweet or heavy, just clean tea", ["clean", "tea"], ["rich", "sweet"]],
  ["I hate rose, jasmine and vanilla but love the sea", ["sea"], ["jasmine", "rose", "vanilla"]],
  ["Jasmine I can't stand. Oolong tea I adore.", ["high-mountain-oolong"], ["jasmine"]],
  ["I am allergic to nuts, so I'd like tea", ["tea"], ["nuts"]],
  ["No musk for the office, please", ["work"], ["musk"]],
  ["no mint in the gym bag please, give me pine", ["pine", "sport"], ["peppermint"]],
  ["fresh and green, allergic to linalool", ["fresh", "green"], ["linalool"]],
  ["sandalwood ❤️ patchouli 💀 vetiver 💀", ["sandalwood"], ["patchouli", "vetiver"]],
  ["不喜歡太甜太濃的香水，喜歡木質調", ["woody"], ["rich", "sweet"]],
  ["不要玫瑰和麝香，想要清新的柑橘", ["citrus", "fresh"], ["musk", "rose"]],
  ["不甜的花香", ["floral"], ["sweet"]],
  ["拜託不要再推薦柑橘給我了，噴了會起疹子", [], ["citrus"]],
  ["除了百合，什麼花我都喜歡", ["floral"], ["lily"]],
  ["檀香可以，但玫瑰不行", ["sandalwood"], ["rose"]],
  ["对檀香过敏，闻到会头晕，想要柠檬", ["lemon"], ["sandalwood"]],
  ["I'd love 桂花 and 烏龍, but 不要玫瑰", ["high-mountain-oolong", "osmanthus"], ["rose"]],
  ["甘さ控えめで重くない、海の香り", ["sea"], ["rich", "sweet"]],
  ["バニラ抜きの明るい香り", ["bright"], ["vanilla"]],
  ["苦手な香りはバラとムスクです", [], ["musk", "rose"]],
  ["ミントはなしでお願いします。松林の香りを", ["pine"], ["peppermint"]],
  ["百合以外のお花なら大歓迎", ["floral"], ["lily"]],
  // What sounds like a refusal is none.
  ["喜歡玫瑰到不行", ["rose"]],
  ["不只玫瑰，還有茉莉", ["jasmine", "rose"]],
  ["我不討厭玫瑰", ["rose"]],
  ["not only rose but also musk", ["musk", "rose"]],
  ["I don't hate rose", ["rose"]],
  ["I'm not allergic to rose", ["rose"]],
  ["I can't get enough of vanilla", ["vanilla"]],
  ["バラだけでなくジャスミンも", ["jasmine", "rose"]],
  ["バニラは嫌いではない", ["vanilla"]],
  ["バラがないと困ります", ["rose"]],
  // Han characters alone are read in the language that knows them.
  ["金木犀、桜", ["cherry-blossom", "osmanthus"]],
  ["不要桂花、櫻花", [], ["cherry-blossom", "osmanthus"]],
];
test.each(texts)(
  "%s: what is wished for is heard, and what is refused",
  (text, wishes, refused = []) => {
    expect(heard(text)).toEqual({ wishes, refused });
  },
);

test.each([
  ["a tennis court in June", ["agarwood"]],
  ["プレゼントを探しています", ["crowd-pleaser", "rose"]],
  ["バランスがいい", ["rose"]],
  ["the sun rose", ["rose"]],
  ["花了很多時間", ["floral"]],
  ["無花果", ["floral"]],
  ["rosewood", ["rose", "woody"]],
  ["花椒", ["floral"]],
  ["apply the same price in the theme park", ["apple", "spicy", "thyme"]],
])("%s: a word inside another word is not heard", (text, unheard) => {
  const { wishes, refused } = heard(text);
  expect([...wishes, ...refused].filter((id) => unheard.includes(id))).toEqual([]);
});

test.each(locales)(
  "every option of the questionnaire is understood in %s, alone and behind its question",
  (locale) => {
    for (const { name, options } of surveyQuestions)
      for (const { text, means = [], avoids = [] } of options)
        for (const line of [text[locale], `${name[locale]}: ${text[locale]}`])
          expect(heard(line), line).toEqual({
            wishes: means.toSorted(),
            refused: avoids.toSorted(),
          });
  },
);

test("every fragrance has three layers that add up to the whole, and every material is in one", () => {
  const used = new Set<string>();
  for (const { id, top, middle, back } of allFragrances as readonly Fragrance[]) {
    const layers = [top, middle, back].map(
      (layer) => Object.entries(layer) as [RawMaterialId, number][],
    );
    for (const layer of layers) expect(layer.length, id).toBeGreaterThan(0);
    expect(
      layers.flat().reduce((sum, [, percent]) => sum + percent, 0),
      id,
    ).toBe(100);
    for (const [one] of layers.flat()) used.add(one);
  }
  expect(rawMaterialIds.filter((id) => !used.has(id))).toEqual([]);
});

test.each(locales)("every concept's label is understood in %s, and no word is empty", (locale) => {
  const words = allConcepts.flatMap((one) => one.words[locale]);
  expect(words.filter((word) => word.trim() !== word || word === "")).toEqual([]);
  const unheard = allConcepts.filter(({ label }) => {
    const { wishes, dislikes } = read(label[locale]);
    return wishes.size + dislikes.size === 0;
  });
  expect(unheard.map(({ id, label }) => `${id}: ${label[locale]}`)).toEqual([]);
});
