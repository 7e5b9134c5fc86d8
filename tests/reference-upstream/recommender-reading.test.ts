import { expect, test } from "vitest";
import { surveyQuestions } from "../../worker/stand-ins/upstream/data/survey.ts";
import { read } from "../../worker/stand-ins/upstream/recommender/negation.ts";

/** Concepts by id; raw materials without their prefix. */
function heard(text: string) {
  const { wishes, dislikes } = read(text);
  const named = (concepts: Iterable<{ id: string }>) =>
    [...concepts].map(({ id }) => id.replace("note:", "")).toSorted();
  return { wishes: named(wishes.keys()), refused: named(dislikes) };
}

test.each([
  ["我想要柚子和檜木的香氣", ["hinoki", "yuzu"]],
  ["Yuzu and hinoki, please", ["hinoki", "yuzu"]],
  ["下雨天的圖書館，安靜", ["calm", "library", "rain"]],
  ["a library on a rainy day, quiet", ["calm", "library", "rain"]],
  ["冬天約會用的，濃郁一點", ["date", "rich", "winter"]],
  ["for a winter date night, rather strong", ["date", "rich", "winter"]],
  ["ＹＵＺＵ　ａｎｄ　ＨＩＮＯＫＩ", ["hinoki", "yuzu"]],
  ["a pâtisserie in the morning", ["bakery", "morning"]],
  ["roses, peaches and berries", ["fruity", "peach", "rose"]],
  ["清新的绿茶和檀香", ["fresh", "green-tea", "sandalwood"]],
  ["ヴァニラとヴェチバー", ["vanilla", "vetiver"]],
  ["I am so stressed and tired", ["stressed"]],
  ["🍋🌊", ["lemon", "sea"]],
  ["柚子みたいな fresh な感じ", ["fresh", "yuzu"]],
])("%s: the wishes are heard and nothing is refused", (text, wishes) => {
  expect(heard(text)).toEqual({ wishes, refused: [] });
});

const refusals: [text: string, wishes: string[], refused: string[]][] = [
  ["musk-free citrus", ["citrus"], ["musk"]],
  ["I want citrus, not too sweet", ["citrus"], ["sweet"]],
  ["Not too sweet and fresh like the sea", ["fresh", "sea"], ["sweet"]],
  ["not too sweet or heavy, just clean tea", ["clean", "tea"], ["rich", "sweet"]],
  ["no rose, musk or vanilla; forest instead", ["forest"], ["musk", "rose", "vanilla"]],
  ["I hate rose, jasmine and vanilla but love the sea", ["sea"], ["jasmine", "rose", "vanilla"]],
  ["Jasmine I can't stand. Oolong tea I adore.", ["high-mountain-oolong"], ["jasmine"]],
  ["I am allergic to nuts, so I'd like tea", ["tea"], ["nuts"]],
  ["something fresh that isn't sweet", ["fresh"], ["sweet"]],
  ["No musk for the office, please", ["work"], ["musk"]],
  ["used to love vanilla. Now I'd like mint", ["peppermint"], ["vanilla"]],
  ["no mint in the gym bag please, give me pine", ["pine", "sport"], ["peppermint"]],
  ["fresh and green, allergic to linalool", ["fresh", "green"], ["linalool"]],
  ["sandalwood ❤️ patchouli 💀 vetiver 💀", ["sandalwood"], ["patchouli", "vetiver"]],
  ["🚫🌹", [], ["rose"]],

  ["不喜歡太甜太濃的香水，喜歡木質調", ["woody"], ["rich", "sweet"]],
  ["不要玫瑰和麝香，想要清新的柑橘", ["citrus", "fresh"], ["musk", "rose"]],
  ["我對玫瑰過敏，喜歡森林", ["forest"], ["rose"]],
  ["不甜的花香", ["floral"], ["sweet"]],
  ["聞到玫瑰我會頭痛，請改用檀香", ["sandalwood"], ["rose"]],
  ["拜託不要再推薦柑橘給我了，噴了會起疹子", [], ["citrus"]],
  ["別再給我玫瑰了，我想要無花果", ["fig"], ["rose"]],
  ["以前太常用玫瑰，聞膩了，這次想換檀香", ["sandalwood"], ["rose"]],
  ["除了百合，什麼花我都喜歡", ["floral"], ["lily"]],
  ["檀香可以，但玫瑰不行", ["sandalwood"], ["rose"]],
  ["对檀香过敏，闻到会头晕，想要柠檬", ["lemon"], ["sandalwood"]],
  ["像下過雨的柏油路，不想要甜的花果香", ["rain"], ["floral", "fruity", "sweet"]],
  ["I'd love 桂花 and 烏龍, but 不要玫瑰", ["high-mountain-oolong", "osmanthus"], ["rose"]],

  ["甘すぎない柑橘系", ["citrus"], ["sweet"]],
  ["甘さ控えめで重くない、海の香り", ["sea"], ["rich", "sweet"]],
  ["バニラ抜きの明るい香り", ["bright"], ["vanilla"]],
  ["苦手な香りはバラとムスクです", [], ["musk", "rose"]],
  ["ナッツアレルギーがあります", [], ["nuts"]],
  ["ミントはなしでお願いします。松林の香りを", ["pine"], ["peppermint"]],
  ["百合以外のお花なら大歓迎", ["floral"], ["lily"]],
  ["柚子がいい、vanilla は苦手", ["yuzu"], ["vanilla"]],
];
test.each(refusals)(
  "%s: a refusal reaches as far as it is meant and no farther",
  (text, wishes, refused) => {
    expect(heard(text)).toEqual({ wishes, refused });
  },
);

test.each([
  ["喜歡玫瑰到不行", ["rose"]],
  ["不排斥玫瑰", ["rose"]],
  ["不只玫瑰，還有茉莉", ["jasmine", "rose"]],
  ["我不討厭玫瑰", ["rose"]],
  ["not only rose but also musk", ["musk", "rose"]],
  ["I don't mind rose", ["rose"]],
  ["I don't hate rose", ["rose"]],
  ["I'm not allergic to rose", ["rose"]],
  ["I can't get enough of vanilla", ["vanilla"]],
  ["バラだけでなくジャスミンも", ["jasmine", "rose"]],
  ["バニラは嫌いではない", ["vanilla"]],
  ["バラがないと困ります", ["rose"]],
])("%s: what sounds like a refusal is none", (text, wishes) => {
  expect(heard(text)).toEqual({ wishes, refused: [] });
});

test("a line of Han characters alone is read in the language that knows them", () => {
  expect(heard("金木犀、桜")).toEqual({ wishes: ["cherry-blossom", "osmanthus"], refused: [] });
  expect(heard("不要桂花、櫻花")).toEqual({ wishes: [], refused: ["cherry-blossom", "osmanthus"] });
});

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

const locales = ["zh", "en", "ja"] as const;

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

test.each(locales)("several answers to one question are all understood in %s", (locale) => {
  for (const { name, options } of surveyQuestions) {
    const all = (ids: "means" | "avoids") =>
      [...new Set(options.flatMap((option) => option[ids] ?? []))].toSorted();
    const line = `${name[locale]}: ${options.map(({ text }) => text[locale]).join(", ")}\n`;
    expect(heard(line), line).toEqual({ wishes: all("means"), refused: all("avoids") });
  }
});
