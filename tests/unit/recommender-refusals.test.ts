import { expect, test } from "vitest";
import { read } from "../../worker/reference-upstream/recommender/read.ts";

function heard(text: string) {
  const { likes, dislikes } = read(text);
  const refused = [...dislikes].map(({ id }) => id);
  return { refused, wished: [...likes.keys()].map(({ id }) => id).filter((id) => !refused.includes(id)) };
}

test.each([
  "玫瑰？不要。檀香？要。",
  "聞到玫瑰我會頭痛，請改用檀香",
  "拜託千萬別加玫瑰，檀香倒是不錯",
  "以前太常用玫瑰，聞膩了，這次想換檀香",
  "我不是玫瑰派，我是檀香派",
  "玫瑰，所以不要。給我檀香",
  "Rose gives me hives. Sandalwood is lovely",
  "I was given rose once, so leave that out. Sandalwood instead.",
  "Rose? Can't stand it. Sandalwood? Always.",
  "sandalwood yes, rose no",
  "rose isn't, sandalwood is",
  "keep rose out of it, put sandalwood in",
  "I never want to smell rose again. Sandalwood, please",
  "バラは古くさく感じるので抜きで。白檀が好きです",
  "バラで頭痛がするので、避けてください。白檀がいいです",
  "バラは飽きました。次は白檀で",
  "バラ不使用の、白檀の香り",
  "溫暖的檀香，完全不要玫瑰",
  "不要那些玫瑰，要檀香",
  "玫瑰不准有，別的花倒是還好。檀香最好",
  "Rose makes me feel sick; give me sandalwood",
  "バラの匂いで倒れました。白檀なら喜んで",
  "My ex wore rose and lily, and I never want to smell either again. Sandalwood, please",
  "Rose and lily are grandma's ointment to me, so neither. Sandalwood",
  "No lilies, rose included. Sandalwood",
  "I lived in rose for years. Now I want the exact opposite: sandalwood",
  "バラは昔のルームメイトを思い出すので、受けつけません。白檀を",
  "昔はバラばかりでした。今はその正反対、白檀がいい",
])("%s: rose is refused and sandalwood is wished for", (text) => {
  expect(heard(text).refused).toContain("note:rose");
  expect(heard(text).wished).toContain("note:sandalwood");
});

test.each([
  "我愛玫瑰，沒有它不行",
  "受夠了加班，想要玫瑰",
  "非玫瑰不可",
  "最近頭痛，想聞玫瑰放鬆",
  "I can't wear anything but rose",
  "My ex was horrible, but rose makes me happy",
  "I get migraines from stress, rose calms me",
  "I love rose. I'm tired of it raining",
  "rose never bores me",
  "バラに目がない",
  "バラがないと困ります",
  "バラを抜いては語れない",
  "仕事にうんざりなのでバラで気分転換",
])("%s: who loves rose is not taken to refuse it", (text) => {
  expect(heard(text).refused).not.toContain("note:rose");
});

test.each([
  ["飾らない、失礼のない、静かな香り", "calm"],
  ["バニラは気持ち悪くなるので避けて、すっきりしたものを", "awake"],
])("%s: a refusal does not run on into the wish behind it", (text, wish) => {
  expect(heard(text).wished).toContain(wish);
});

test.each(["Yuzu is the only citrus I like", "柑橘類只接受柚子", "柑橘只要柚子"])("%s: the other citrus are refused", (text) => {
  expect(heard(text).refused).toEqual(["citrus"]);
  expect(heard(text).wished).toContain("note:yuzu");
});
