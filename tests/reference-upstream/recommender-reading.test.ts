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
