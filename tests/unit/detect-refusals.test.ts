import { expect, test } from "vitest";
import { detectRefusals } from "../../web/refusals/detect-refusals.ts";

const citrus = "family:citrus";
const rose = "material:rose";
const jasmine = "material:jasmine";
const floral = "family:floral";

test.each<[string, string[]]>([
  // Chinese
  ["拜託不要再推薦柑橘給我了，噴了會起疹子", [citrus]],
  ["我對花過敏", [floral]],
  ["想要檀香，不要玫瑰", [rose]],
  ["不要玫瑰、茉莉或百合", [rose, jasmine, "material:lily"]],
  ["柑橘，噴了會起疹子", [citrus]],
  ["除了百合，什麼花我都喜歡", ["material:lily"]],
  ["討厭香草，喜歡茶香", ["material:vanilla"]],
  ["肉桂跟丁香會讓我一直打噴嚏", ["material:cinnamon", "material:clove"]],
  ["芳樟醇過敏，請避開", ["allergen:linalool"]],
  ["茉莉不要喔", [jasmine]],
  ["不要太甜的香草", []],
  ["不能沒有柑橘", []],
  ["特別喜歡玫瑰", []],
  ["我不討厭玫瑰", []],
  ["想要茉莉，也想要無花果", []],
  ["我喜歡柑橘，不喜歡麝香", ["material:musk"]],
  // English
  ["No citrus, please.", [citrus]],
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
  ["Not too sweet, with vanilla", []],
  ["I can't get enough of citrus", []],
  ["Not only rose, jasmine too", []],
  ["I don't mind musk", []],
  ["A citrus morning by the sea", []],
  ["In court there was no prose", []],
  ["I have no allergies to citrus", []],
  // Japanese
  ["柑橘系は苦手です", [citrus]],
  ["バラとジャスミンは使わないでください", [rose, jasmine]],
  ["ミントはなしでお願いします", ["material:mint"]],
  ["百合以外のお花なら大歓迎", ["material:lily"]],
  ["ムスクが嫌いで、お茶の香りが好きです", ["material:musk"]],
  ["リナロールにアレルギーがあります", ["allergen:linalool"]],
  ["シトラスでかぶれます", [citrus]],
  ["バニラは甘すぎない感じで", []],
  ["ローズは嫌いじゃないです", []],
  ["柑橘だけでなく、お茶も好き", []],
  ["椅子のバランスが苦手", []],
  ["レモンの香りが欲しい", []],
])("%s", (text, expected) => {
  expect(detectRefusals(text).toSorted()).toEqual(expected.toSorted());
});

test("a long text is read at once", () => {
  const text = "不要柑橘，喜歡玫瑰。No musk, please. ".repeat(60);
  const begun = performance.now();
  expect(detectRefusals(text)).toContain(citrus);
  expect(performance.now() - begun).toBeLessThan(500);
});
