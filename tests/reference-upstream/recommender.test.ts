import { allFragrances, rawMaterials } from "../../worker/stand-ins/upstream/catalogue.ts";
import { surveyQuestions } from "../../worker/stand-ins/upstream/data/survey.ts";
import { read } from "../../worker/stand-ins/upstream/recommender/negation.ts";
import { createRecommender } from "../../worker/stand-ins/upstream/recommender/recommend.ts";
import { profileOf } from "../../worker/stand-ins/upstream/recommender/score.ts";
import { locales, noteFamilies } from "../../worker/stand-ins/upstream/wire.ts";

const recommend = createRecommender(allFragrances);

const profiles = new Map(allFragrances.map((fragrance) => [fragrance.id, profileOf(fragrance)]));
const materialsIn = (productId: string) => [...(profiles.get(productId)?.notes.keys() ?? [])];
const holdsFamily = (productId: string, family: string) =>
  materialsIn(productId).some((id) => rawMaterials[id].family === family);

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
  en: "couldn’t yet find a clear direction",
  ja: "はっきりとは読み取れませんでした",
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
  ["ＹＵＺＵ　ａｎｄ　ＨＩＮＯＫＩ", ["hinoki", "yuzu"]],
  ["roses, peaches and berries", ["fruity", "peach", "rose"]],
  ["ヴァニラとヴェチバー", ["vanilla", "vetiver"]],
  ["🍋🌊", ["lemon", "sea"]],
  // A refusal reaches as far as it is meant and no farther.
  ["musk-free citrus", ["citrus"], ["musk"]],
  ["not too sweet or heavy, just clean tea", ["clean", "tea"], ["rich", "sweet"]],
  ["Jasmine I can't stand. Oolong tea I adore.", ["high-mountain-oolong"], ["jasmine"]],
  ["no mint in the gym bag please, give me pine", ["pine", "sport"], ["peppermint"]],
  ["sandalwood ❤️ patchouli 💀 vetiver 💀", ["sandalwood"], ["patchouli", "vetiver"]],
  ["不喜歡太甜太濃的香水，喜歡木質調", ["woody"], ["rich", "sweet"]],
  ["拜託不要再推薦柑橘給我了，噴了會起疹子", [], ["citrus"]],
  ["除了百合，什麼花我都喜歡", ["floral"], ["lily"]],
  ["I'd love 桂花 and 烏龍, but 不要玫瑰", ["high-mountain-oolong", "osmanthus"], ["rose"]],
  ["バニラ抜きの明るい香り", ["bright"], ["vanilla"]],
  ["ミントはなしでお願いします。松林の香りを", ["pine"], ["peppermint"]],
  // What sounds like a refusal is none.
  ["喜歡玫瑰到不行", ["rose"]],
  ["I can't get enough of vanilla", ["vanilla"]],
  ["バラがないと困ります", ["rose"]],
  // Han characters alone are read in the language that knows them.
  ["金木犀、桜", ["cherry-blossom", "osmanthus"]],
];
test.each(texts)("%s: wishes and refusals are heard", (text, wishes, refused = []) => {
  expect(heard(text)).toEqual({ wishes, refused });
});

test.each([
  ["a tennis court in June", ["agarwood"]],
  ["プレゼントを探しています", ["crowd-pleaser", "rose"]],
  ["the sun rose", ["rose"]],
  ["rosewood", ["rose", "woody"]],
  ["apply the same price in the theme park", ["apple", "spicy", "thyme"]],
])("%s: a word inside another word is not heard", (text, unheard) => {
  const { wishes, refused } = heard(text);
  expect([...wishes, ...refused].filter((id) => unheard.includes(id))).toEqual([]);
});

test.each(locales)("every option of the questionnaire is understood in %s", (locale) => {
  for (const { name, options } of surveyQuestions)
    for (const { text, means = [], avoids = [] } of options)
      for (const line of [text[locale], `${name[locale]}: ${text[locale]}`])
        expect(heard(line), line).toEqual({ wishes: means.toSorted(), refused: avoids.toSorted() });
});
