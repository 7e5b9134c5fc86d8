import { expect, test } from "vitest";
import type { NoteFamily } from "../../worker/contract/product.ts";
import { allFragrances, notesOf } from "../../worker/reference-upstream/catalogue.ts";
import { createRecommender } from "../../worker/reference-upstream/recommender/recommend.ts";

const recommend = createRecommender(allFragrances);
const locales = ["zh", "en", "ja"] as const;

/** One wish in three languages, and the families that a person would accept in first place. */
const wishes: [families: NoteFamily[], zh: string, en: string, ja: string][] = [
  [
    ["citrus"],
    "想要一款夏天早上聞了會醒過來的香味，像剛切開的檸檬。",
    "I want something that wakes me up on summer mornings, like a freshly sliced lemon.",
    "夏の朝に目が覚めるような、切ったばかりのレモンの香りがほしいです。",
  ],
  [
    ["woody", "green", "aquatic"],
    "我喜歡走在下過雨的山林裡，泥土和木頭的味道讓我安心。",
    "I love walking through the woods after rain; the smell of earth and timber makes me feel safe.",
    "雨上がりの山を歩くのが好きです。土と木の匂いに安心します。",
  ],
  [
    ["floral"],
    "婚禮當天要擦的，優雅的白色花香，不要太濃。",
    "For my wedding day: elegant white flowers, nothing too heavy.",
    "結婚式の日につける、上品な白い花の香り。強すぎないものがいいです。",
  ],
  [
    ["gourmand"],
    "冬天窩在沙發喝熱可可的感覺，甜甜暖暖的。",
    "Like curling up on the sofa in winter with hot chocolate, sweet and warm.",
    "冬にソファでココアを飲んでいるような、甘くてあたたかい香り。",
  ],
  [
    ["aquatic", "musky"],
    "海風、鹽和陽光曬過的皮膚，度假的自由感。",
    "Sea wind, salt and sun-warmed skin, the freedom of a holiday.",
    "潮風と塩、日に焼けた肌。休暇の自由な感じ。",
  ],
  [
    ["tea"],
    "想要像泡一壺烏龍茶那樣安靜的下午。",
    "A quiet afternoon, like brewing a pot of oolong.",
    "烏龍茶を淹れるような、静かな午後の香りを探しています。",
  ],
  [
    ["resinous", "woody"],
    "老廟裡線香的煙，神祕、沉穩，適合冥想。",
    "The incense smoke of an old temple, mysterious and grounded, for meditation.",
    "古いお寺のお線香の煙。神秘的で落ち着いた、瞑想に合う香り。",
  ],
  [
    ["musky"],
    "剛洗好的白襯衫，乾淨的皂香，每天上班都能用。",
    "A freshly washed white shirt, clean soap, something I can wear to work every day.",
    "洗いたての白いシャツ、清潔な石けんの香り。毎日仕事に使えるもの。",
  ],
  [
    ["herbal"],
    "睡不著，想要薰衣草和洋甘菊的放鬆香氣。",
    "I can't sleep; I'd like the relaxing smell of lavender and chamomile.",
    "なかなか眠れないので、ラベンダーやカモミールのリラックスできる香りが欲しいです。",
  ],
  [
    ["fruity"],
    "少女感的水蜜桃和莓果，約會用，可愛又甜美。",
    "Girlish peach and berries for a date, cute and sweet.",
    "デート用に、桃やベリーのかわいくて甘い香り。",
  ],
  [
    ["spicy", "resinous"],
    "摩洛哥香料市場，肉桂、荳蔻、溫暖又有異國情調。",
    "A Moroccan spice market, cinnamon and cardamom, warm and exotic.",
    "モロッコのスパイス市場。シナモンとカルダモン、あたたかくて異国情緒のある香り。",
  ],
  [
    ["green"],
    "剛割過的草地，春天的公園，自由自在。",
    "A freshly mown lawn in a spring park, carefree.",
    "刈りたての芝生、春の公園、のびのびした気分。",
  ],
  [
    ["woody", "resinous"],
    "像一個成熟的男人，皮革、木頭，自信而沉穩，不要花香。",
    "Like a mature man: leather and wood, confident and composed, no flowers.",
    "大人の男性のような、革と木の香り。自信があって落ち着いている。花の香りは苦手です。",
  ],
  [
    ["floral"],
    "秋天巷子裡的桂花，懷念外婆家。",
    "Osmanthus in an autumn lane; it makes me miss my grandmother's house.",
    "秋の路地の金木犀。祖母の家を思い出します。",
  ],
  [
    ["citrus", "herbal", "aquatic"],
    "運動完想要清爽有活力，不要甜的。",
    "Something crisp and energetic after the gym, not sweet.",
    "運動のあとにさっぱりと元気になれる香り。甘くないもの。",
  ],
  [
    ["resinous", "woody"],
    "營火旁看星星，煙燻的木頭味。",
    "Watching stars by a campfire, smoky wood.",
    "焚き火のそばで星を眺める、スモーキーな木の香り。",
  ],
  [
    ["woody", "resinous"],
    "舊書店的紙張與墨水，雨天午後安靜地看書。",
    "Paper and ink of an old bookshop, reading quietly on a rainy afternoon.",
    "古本屋の紙とインクの匂い、雨の午後に静かに本を読む。",
  ],
  [
    ["floral", "fruity"],
    "浪漫的玫瑰，像收到第一封情書，不要麝香。",
    "Romantic rose, like getting a first love letter. No musk please.",
    "ロマンチックなバラ。初めてラブレターをもらったときのような。ムスクは入れないでください。",
  ],
  [
    ["gourmand"],
    "咖啡館靠窗的座位，咖啡香和一本筆記本。",
    "A window seat in a café, the smell of coffee and a notebook.",
    "喫茶店の窓際の席、珈琲の香りとノート。",
  ],
  [
    ["tea", "green", "woody"],
    "京都茶室，抹茶與榻榻米，禪意。",
    "A tea room in Kyoto, matcha and tatami, very zen.",
    "京都の茶室、抹茶と畳、禅の静けさ。",
  ],
  [
    ["musky", "floral"],
    "媽媽梳妝台上的粉味，溫柔懷舊。",
    "The powder on my mother's dressing table, gentle and nostalgic.",
    "母の鏡台のおしろいの匂い。やさしくて懐かしい。",
  ],
  [
    ["spicy", "resinous", "woody"],
    "晚上去酒吧用的，性感神祕，濃一點。",
    "For a bar at night, sexy and mysterious, on the strong side.",
    "夜のバーにつけていく、セクシーでミステリアスな、しっかりした香り。",
  ],
  [
    ["aquatic"],
    "像山裡的泉水一樣透明、乾淨。",
    "As clear and clean as spring water in the mountains.",
    "山の湧き水のように透明で清らかな香り。",
  ],
  [
    ["citrus", "fruity"],
    "開朗陽光，像在果園裡摘橘子。",
    "Sunny and cheerful, like picking oranges in an orchard.",
    "明るくて陽気な、果樹園でみかんを摘むような香り。",
  ],
  [
    ["woody"],
    "檜木溫泉旅館，泡完湯的放鬆。",
    "A hinoki bath at a hot-spring inn, that relaxed feeling after a soak.",
    "檜の温泉旅館、湯上がりのほっとする感じ。",
  ],
  [["floral"], "春天的櫻花，淡淡的，夢幻。", "Cherry blossom in spring, faint and dreamy.", "春の桜、ほのかで夢のような香り。"],
  [
    ["herbal", "green", "woody"],
    "書桌上的迷迭香，幫我專心讀書。",
    "Rosemary on my desk to help me concentrate on studying.",
    "机の上のローズマリー。勉強に集中したいです。",
  ],
  [
    ["gourmand", "musky"],
    "剛煮好的白飯，家的味道，乾淨不張揚。",
    "Freshly cooked rice, the smell of home, clean and quiet.",
    "炊きたてのご飯、家の匂い。清潔で控えめ。",
  ],
];

function leadOf(id: string): string {
  const shares = new Map<string, number>();
  const notes = notesOf(id, "en");
  for (const { share, raw_material } of [...(notes?.top ?? []), ...(notes?.middle ?? []), ...(notes?.back ?? [])])
    shares.set(raw_material.family, (shares.get(raw_material.family) ?? 0) + share);
  return [...shares].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "";
}

test.each(wishes)("a wish for %j is answered with it first, in each language", (families, ...texts) => {
  for (const [at, locale] of locales.entries())
    expect(families).toContain(leadOf(recommend(texts[at] ?? "", 5, locale).products_id[0] ?? ""));
});

test("the same wish in two languages shares at least 60 % of its five recommendations on average, and never none", () => {
  const shares = wishes.flatMap(([, ...texts]) => {
    const [zh = [], en = [], ja = []] = texts.map((text, at) => recommend(text, 5, locales[at] ?? "zh").products_id);
    return [
      [zh, en],
      [zh, ja],
      [en, ja],
    ].map(([a = [], b = []]) => a.filter((id) => b.includes(id)).length / 5);
  });
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.6);
  expect(Math.min(...shares)).toBeGreaterThan(0);
});
