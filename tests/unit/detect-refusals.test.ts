import { locales } from "#contract/locales";
import { detectRefusals, readRefusals } from "../../web/refusals/detect-refusals.ts";
import { surveyQuestions } from "../../worker/stand-ins/upstream/data/survey.ts";
import { awayFrom } from "../../worker/shop/recommendations/word-wish.ts";

const citrus = "family:citrus";
const rose = "material:rose";
const jasmine = "material:jasmine";
const floral = "family:floral";

test.each<[string, string[]]>([
  ["拜託不要再推薦柑橘給我了，噴了會起疹子", [citrus]],
  ["我對花過敏", [floral]],
  ["不要玫瑰、茉莉或百合", [rose, jasmine, "material:lily"]],
  ["柑橘，噴了會起疹子", [citrus]],
  ["討厭香草，喜歡茶香", ["material:vanilla"]],
  ["肉桂跟丁香會讓我一直打噴嚏", ["material:cinnamon", "material:clove"]],
  ["不要太甜的香草", []],
  ["不能沒有柑橘", []],
  ["我不討厭玫瑰", []],
  ["醫生說我不能碰肉桂", ["material:cinnamon"]],
  ["木質調，但皮革免談", ["material:leather"]],
  ["花香類一概不考慮", [floral]],
  ["果香，草莓和芒果除外", ["material:strawberry", "material:mango"]],
  ["小黃瓜請略過，太九零年代了", ["material:cucumber"]],
  ["沒有玫瑰我活不下去", []],
  ["別人都說茉莉適合我", []],
  ["從來沒有試過沉香，想試試看", []],
  ["麝香我實在受不了，有沒有像剛洗好的床單？", ["material:musk"]],
  ["沒有煙燻味的木頭，像剛刨好的檜木", ["material:smoke"]],
  ["上班用的溫暖木質香，完全不要甜的", []],
  ["肉桂和橙皮，缺一不可", []],
  ["玫瑰我不太喜歡", [rose]],
  ["椰子味我不太行", ["material:coconut"]],
  ["除了茉莉什麼都可以", [jasmine]],
  ["除了玫瑰，其他都不要", []],
  ["水蜜桃？饒了我吧。", ["material:peach"]],
  ["I break out whenever there is lavender", ["material:lavender"]],
  ["Lilies make my eyes water", ["material:lily"]],
  ["Everyone recommends lavender for sleep, but it gives me a migraine", ["material:lavender"]],
  ["Only keep the agarwood out", ["material:agarwood"]],
  ["I never want to smell mint or basil again", ["material:mint", "material:basil"]],
  ["I have a nut allergy but would love caramel", ["material:nuts"]],
  ["I never leave the house without rose", []],
  ["I don't want anything but rose", []],
  ["I wouldn't say no to patchouli", []],
  ["Please never use rose, jasmine or lily", [rose, jasmine, "material:lily"]],
  ["I don't like vanilla but I love tea", ["material:vanilla"]],
  ["Citrus gives me a rash.", [citrus]],
  ["I'm allergic to linalool and nuts", ["allergen:linalool", "material:nuts"]],
  ["Anything but oud", ["material:agarwood"]],
  ["A citrus-free scent with cedar", [citrus]],
  ["I can't stand patchouli; sandalwood is lovely", ["material:patchouli"]],
  ["Nothing with limonene in it", ["allergen:limonene"]],
  ["Roses make me sneeze", [rose]],
  ["Lavender instead of mint", ["material:mint"]],
  ["Not only rose, jasmine too", []],
  ["No flowers, except rose", [floral]],
  ["I don't want anything other than rose", []],
  ["I have no allergies to citrus", []],
  ["I used to wear lily of the valley and now I can't bear it", ["material:lily-of-the-valley"]],
  ["Lavender reminds me of a funeral, so I'd prefer to do without it", ["material:lavender"]],
  ["I love cedar and hate Mondays", []],
  ["Winter without cinnamon is no winter", []],
  ["No garden is complete without lavender", []],
  ["アニスで吐き気がします", ["material:anise"]],
  ["バラはもう飽きたので、緑茶がいい", [rose]],
  ["樹脂系は重くて気が沈むので、避けてください", ["family:resinous"]],
  ["フローラル系は好みません", [floral]],
  ["バラとジャスミンは使わないでください", [rose, jasmine]],
  ["ミントはなしでお願いします", ["material:mint"]],
  ["百合以外のお花なら大歓迎", ["material:lily"]],
  ["ムスクが嫌いで、お茶の香りが好きです", ["material:musk"]],
  ["リナロールにアレルギーがあります", ["allergen:linalool"]],
  ["ローズは嫌いじゃないです", []],
  ["椅子のバランスが苦手", []],
  ["雨の森、バラは苦手", [rose]],
  ["白檀は何度嗅いでも飽きません", []],
  ["桃でかぶれます", ["material:peach"]],
  ["煙っぽいのはだめ", ["material:smoke"]],
  ["バラ以外いりません", []],
])("%s", (text, expected) => {
  expect(detectRefusals(text).toSorted()).toEqual(expected.toSorted());
});

test.each<[string, boolean]>([
  ["Nothing fizzy, please", true],
  ["Many things give me a rash. Cedar, please", true],
  ["Nothing heavy, just pear", false],
  ["強い香りは苦手です", false],
  ["不想起床的早晨", false],
  ["I avoid crowds; a quiet pine wood", false],
])("%s: the page asks what to leave out, %s", (text, asks) => {
  expect(readRefusals(text).isUnclear).toBe(asks);
});

test.each(locales)("every answer that leaves something out is understood (%s)", (locale) => {
  const answers = surveyQuestions.flatMap(({ options }) => options);
  const refusing = answers.filter(({ avoids = [] }) => avoids.length > 0);
  expect(refusing).toHaveLength(7);
  for (const { text } of refusing)
    expect(detectRefusals(text[locale]), text[locale]).toHaveLength(1);
  for (const { text, avoids = [] } of answers)
    if (avoids.length === 0) expect(detectRefusals(text[locale]), text[locale]).toEqual([]);
});

test("of a wish the names of what is refused are cut out, and the other families are wished for", () => {
  expect(awayFrom(["family:citrus"], "Citrus and rose please", "en")).toBe(
    "and rose please\nfruity notes, green notes, aquatic notes, herbs, floral notes, spices, tea, woody notes, resins, gourmand notes, musky notes",
  );
  expect(awayFrom(["word:rose"], "檀香和玫瑰", "ja")).toMatch(/^檀香和\nシトラス、/);
  expect(awayFrom(["family:citrus"], "citrus", "en")).toMatch(/^\nfruity notes, /);
});

test("a wish too long for the families loses its beginning", () => {
  const kept = awayFrom(["family:citrus"], `A${"木".repeat(4000)}B`, "en");
  expect(kept).toHaveLength(4000);
  expect(kept).toMatch(/^木+B\nfruity/i);
  for (const end of ["", "x"])
    expect(awayFrom(["family:citrus"], "🌲".repeat(4000) + end, "en").isWellFormed()).toBe(true);
});
