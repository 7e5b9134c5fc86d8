/** Things and styles that are no raw material of ours but say which way to go; and words that must not be misread. */
import { concept, type Concept } from "../concepts.ts";
import { medicinal } from "./tastes.ts";

export const thingConcepts: readonly Concept[] = [
  concept(
    "thing",
    "berries",
    "藍莓|蔓越莓|黑莓|桑椹|櫻桃|車厘子|紅莓",
    "blueberry|blueberries|cranberry|blackberry|blackberries|mulberry|cherry|cherries|redcurrant|gooseberry",
    "ブルーベリー|クランベリー|ブラックベリー|さくらんぼ|チェリー|桑の実|アメリカンチェリー",
    {
      families: { fruity: 1 },
      notes: ["raspberry", "blackcurrant", "strawberry"],
      without: { notes: ["raspberry", "blackcurrant", "strawberry"] },
    },
  ),
  concept(
    "thing",
    "other-fruit",
    "香蕉|木瓜|火龍果|奇異果|楊桃|西瓜|釋迦|蓮霧|龍眼|葡萄|柿|棗",
    "banana|papaya|dragon fruit|kiwi|starfruit|watermelon|longan|grape|grapes|dates fruit|cantaloupe",
    "バナナ|パパイヤ|ドラゴンフルーツ|キウイ|スイカ|すいか|ぶどう|葡萄|なつめ",
    {
      families: { fruity: 1 },
    },
  ),
  concept(
    "thing",
    "bubble-tea",
    "珍奶|珍珠奶茶|奶茶|手搖飲|鮮奶茶|抹茶拿鐵",
    "bubble tea|milk tea|boba|matcha latte|chai latte|tea latte",
    "タピオカ|ミルクティー|抹茶ラテ|ロイヤルミルクティー|ティーラテ",
    {
      families: { tea: 0.9, gourmand: 0.9 },
      notes: ["black-tea", "milk", "black-sugar"],
    },
  ),
  concept("thing", "chai", "印度奶茶|香料茶|肉桂茶", "chai|masala chai|spiced tea", "チャイ|マサラチャイ", {
    families: { spicy: 1, tea: 0.6 },
    notes: ["cardamom", "cinnamon", "black-tea", "ginger"],
  }),
  concept(
    "thing",
    "autumn-spice",
    "南瓜|南瓜派|熱紅酒|薑餅|蘋果派",
    "pumpkin|pumpkin spice|mulled wine|gingerbread|apple pie|eggnog",
    "かぼちゃ|ホットワイン|ジンジャーブレッド|アップルパイ|パンプキン",
    {
      families: { spicy: 1, gourmand: 0.7 },
      notes: ["cinnamon", "clove", "nutmeg", "ginger"],
    },
  ),
  concept("thing", "chypre", "西普|柑苔調|西普調", "chypre|mossy chypre", "シプレ|シプレー", {
    families: { woody: 0.8, citrus: 0.5, floral: 0.4 },
    notes: ["oakmoss", "bergamot", "patchouli", "labdanum"],
  }),
  concept("thing", "baby", "嬰兒|寶寶|嬰兒爽身粉|嬰兒香", "baby|babies|newborn|baby skin|infant", "赤ちゃん|ベビー|赤ん坊", {
    families: { musky: 1 },
    notes: ["rice-powder", "clean-cotton", "milk"],
    tags: ["calm", "clean"],
    without: { notes: ["rice-powder"] },
  }),
  concept("thing", "cat", "貓|狗|小動物|寵物|貓咪", "cat|cats|dog|dogs|kitten|puppy|pet", "猫|犬|子犬|子猫|ペット", {
    families: { musky: 0.6 },
    tags: ["cosy"],
    without: {},
  }),
  /** Told as part of a life it asks for nothing; only a dislike of its smell says something. */
  concept("thing", "hospital", "醫院|診所", "hospital|hospitals|clinic", "病院|クリニック", {
    families: {},
    without: { notes: medicinal },
  }),
  concept("thing", "pink", "粉紅|粉色|粉紅色|櫻花粉", "pink|blush|rosy", "ピンク|ピンク色|桃色|桜色", {
    families: { floral: 0.8, fruity: 0.6 },
    tags: ["romantic"],
    without: {},
  }),
  concept("thing", "purple", "紫色|紫|藕紫", "purple|violet colour|mauve|lilac colour", "紫|パープル|薄紫", {
    families: { floral: 0.8, herbal: 0.4 },
    tags: ["elegant"],
    without: {},
  }),
  concept("thing", "red", "紅色|酒紅|大紅|緋紅", "red|crimson|scarlet|burgundy|ruby", "赤い|真紅|緋色|ワインレッド", {
    families: { floral: 0.6, spicy: 0.5, fruity: 0.4 },
    tags: ["sensual"],
    without: {},
  }),
  concept("thing", "gold", "金色|金黃|黃金", "gold|golden|gilded|honeyed light", "金色|黄金|ゴールド", {
    families: { resinous: 0.7, spicy: 0.3, citrus: 0.2 },
    tags: ["elegant"],
    without: {},
  }),
  concept("thing", "yellow", "黃色|鵝黃|檸檬黃", "yellow", "黄色|イエロー|レモンイエロー", {
    families: { citrus: 1 },
    tags: ["cheerful"],
    without: {},
  }),
  concept("thing", "brown", "棕色|咖啡色|大地色", "brown|earth tones|chestnut brown", "茶色|ブラウン|アースカラー", {
    families: { woody: 0.8, resinous: 0.4, gourmand: 0.3 },
    without: {},
  }),
  concept(
    "thing",
    "pickled",
    "梅酒|酸梅|話梅|酸梅湯|梅子",
    "plum wine|umeshu|pickled plum|umeboshi|plum|plums",
    "梅酒|梅干し|プラム|すもも|梅の実",
    { families: { fruity: 1 }, notes: ["ume"] },
  ),
  concept("thing", "sea-food", "魚|漁|蚵|海鮮", "fish|fishy|oyster|seafood", "魚|魚介|生臭|牡蠣", {
    families: { aquatic: 0.6 },
    notes: ["seaweed"],
    without: { notes: ["seaweed"] },
  }),
  concept(
    "thing",
    "tobacco-smoking",
    "雪茄|菸斗|菸|煙斗|香菸|菸葉",
    "cigar|cigars|pipe|pipe tobacco|cigarette|cigarettes|cigarette smoke|ashtray",
    "葉巻|パイプ|タバコ|たばこ|煙草|シガー",
    {
      families: { resinous: 1 },
      notes: ["tobacco-leaf", "leather", "wood-smoke"],
      without: { notes: ["tobacco-leaf", "wood-smoke"] },
    },
  ),
  concept(
    "thing",
    "kimono",
    "和風|日式|和服|浴衣|日本風",
    "japanese|japanese style|kimono|japan|wabi-sabi|japanese garden",
    "和風|着物|浴衣|和の|和|侘び寂び|和テイスト",
    {
      families: { woody: 0.6, tea: 0.5, floral: 0.2 },
      notes: ["hinoki", "green-tea", "kyara-incense"],
      tags: ["calm"],
      without: {},
    },
  ),
  concept("thing", "taiwan", "台灣|臺灣|台味|本土|台式", "taiwan|taiwanese", "台湾|台湾らしい", {
    families: { tea: 0.6, woody: 0.3 },
    notes: ["high-mountain-oolong", "hinoki", "osmanthus", "maqaw", "camphorwood"],
    without: {},
  }),
  /** Nobody knows who will wear it: nothing that anyone minds. */
  concept(
    "occasion",
    "crowd-pleaser",
    "人人喜歡|安全牌|不踩雷|不會踩雷|送禮|送人|交換禮物|禮物|大家都喜歡|大眾|人見人愛|誰擦都|誰都可以|中性香|男女都|男女皆宜|不會出錯|不出錯|萬用",
    "something for everyone|gift|a present|secret santa|crowd-pleaser|crowd-pleasing|crowd pleaser|inoffensive|safe for anyone|safe for|safe choice|safe bet|blind buy|everyone likes|everybody likes|anyone could wear|gender-neutral|gender neutral|for anyone|offend nobody|offend anyone|universally",
    "誰にでも合う香り|プレゼント用|贈り物|ギフト|プレゼント交換|無難|万人受け|誰にでも|誰でも使える|みんなに好かれ|男女問わず|ジェンダーレス|ユニセックス|失敗しない|外さない|外れない|ハズレのない",
    { families: { tea: 0.8, musky: 0.7, citrus: 0.7, aquatic: 0.3 }, tags: ["everyday", "clean"], without: {} },
  ),
  concept(
    "thing",
    "mediterranean",
    "地中海|南法|普羅旺斯|希臘|義大利|西西里|托斯卡尼",
    "mediterranean|provence|greece|greek|italy|italian|sicily|sicilian|amalfi|tuscany|tuscan|riviera",
    "地中海|南仏|プロヴァンス|プロバンス|ギリシャ|イタリア|シチリア|トスカーナ|アマルフィ",
    {
      families: { citrus: 0.8, herbal: 0.7, aquatic: 0.3 },
      notes: ["lemon", "bergamot", "fig", "rosemary", "lavender"],
      without: {},
    },
  ),
];

/** Longer words that contain a shorter word of the lexicon and mean something else. */
export const neutralConcepts: readonly Concept[] = [
  concept(
    "neutral",
    "not-a-scent",
    "主要|笑我|取笑|嘲笑|笑話|凌晨|休息站|清水休息站|深色西裝|要是|快要|要求|需要花|甘草|仙草|甜言蜜語|在醫院工作|在醫院上班|醫院工作|花費|花錢|花時間|花很多|花了|花心|花紋|花樣|天花板|火花|煙火|茶色|木曜|木村|辛勤|山椒魚|海報|海量|海外|春聯|重要|重點|重視|體重|尊重|嚴重|重新|重複|比重|雙重|濃度|輕鬆買|香水|香氣|香味|味道|氣味|香調|聞起來|聞到|一點點|希望能|不知道|不確定|不清楚|不知|差不多|不錯|有沒有|會不會|是不是|要不要|能不能|可不可以|好不好|對不起|不好意思|不論|不管|不同|不斷|無論|無限|沒關係|沒問題|別人|特別|分別|個別|別緻|別具|類別|性別|告別|離別|識別|區別|級別|怕生|恐怕|平凡|長久|多久|好久|久了|永久|不久|強調|堅強|勉強|加強|輕易|年輕人|白天|明白|坦白|黑板|黑白|金錢|現金|獎金|家人|大家|國家|專家|作家|家庭|店家|網路|一樣|黃昏色|糖尿|乾脆|乾杯|樹立|建樹|漢字|藥妝|餅乾盒|笑話|愛用|愛心|可愛的人|友善|親愛|熱愛|根本|根據|焦點|晴朗|雲端|夢想|夢想家|葉先生|林小姐|林先生|花粉症|花粉|草率|草稿|起草|水準|水平|薪水|口水|淚水|汗水|墨水匣|火車|火鍋|石先生|泉源|溫度|溫習|暖身|冰箱|影響|影片|電影|合影|亮眼|光是|光臨|觀光|時光機|陽台上|酒店|皮膚科|蘋果手機|果然|如果|結果|效果|後果|成果|果斷|果真|車站|山寨",
    "sweet-natured|don't laugh|don't judge|don't worry|don't ask|don't get me wrong|don't care|don't tell|don't think|can't wait|red light|red lights|bar exam|dark suit|eyes stream|eyes streaming|wind down|winding down|wind up|traffic jam|booking|parking|cleaner|cleaners|stable job|perfume|perfumes|fragrance|fragrances|scent|scents|smell|smells|smelling|aroma|not sure|no idea|don't know|do not know|don't usually|don't often|don't really wear|don't wear|never worn|never tried|works for|work with|works with|work out|works well|worked|sun rose|rose early|up to date|out of date|to date|light bulb|highlight|daylight saving|green light|hot topic|cool with|cool idea|free shipping|free delivery|feel free|free gift|free sample|thank|thanks|please|rest of|the rest|bar none|fall for|fall in love|fell in love|fall apart|tree house|home page|sharp price|clear idea|make clear|in the field of|water bottle|book now|book a|book me|run out|still don't|i still|is still|are still|still like|still love|still want|still not|no matter|why not|not only|not just|more than|a lot|as well|warm regards|down to|heavy metal|white house|red wine stain|read this|in the past|cold brew|partner up|park the|job well|strong suit|strong preference|nothing beats|nothing better|so far|clean up|cat's|bed and|bay leaf|pretty|kind of|sort of|spring to mind|mind|blue cheese|hospital job|at the hospital|in a hospital|at my hospital|makes me sleepy|fresh paint|bit of|long-term",
    "バランス|だと嬉しい|と嬉しい|ば嬉しい|たら嬉しい|とうれしい|ばうれしい|たらうれしい|ダークスーツ|香水|香り|匂い|におい|フレグランス|花火|火曜|水曜|木曜|金曜|土曜|日曜日|月曜|水曜日|金曜日|木曜日|火曜日|土曜日|花粉症|花粉|白黒|面白い|面白|告白|空白|明白|日本|本当|本日|本人|本物|基本|見本|絵本のよう|お金|料金|金額|現金|海外旅行|山手|山田|山本|森さん|川さん|重要|重視|体重|重なる|重ね|強調|勉強中|強引|軽減|影響|撮影|人影|家族|家庭|大家|作家|専門家|画家|葉書|言葉|草分け|水準|化粧水|手水|火事|茶番|茶目|花形|木曜の|春画|秋田|冬眠|夏目|雪隠|街角アンケート|市内|市民|市販|都市部|母国|母語|昔話|名前|夜間対応|青春|青年|黒字|赤字|光栄|観光|人間|土台|土産|お土産|土地|土日|根拠|根本|石油|磁石|塩分|潮時|乳液|愛用|愛犬|恋しい人|楽天|楽観|夢中|和解|平和的|調和|緩和|昭和村|島田|福島|広島|旅費|湯沢|湯気|猫背|薬局|靴下|車|肌荒れ|肌着|敏感肌|乾燥肌",
  ),
];
