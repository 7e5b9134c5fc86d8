/**
 * The questionnaire `scent-discovery`. Everyday words only; what an answer means to the recommender stands beside it:
 * `means` names concepts of its lexicon, `avoids` names what must not be in the bottle.
 */
import type { Question } from "../wire.ts";
import { descriptionQuestionId } from "./ids.ts";
import type { Names } from "./raw-materials.ts";

interface SurveyOption {
  id: string;
  text: Names;
  means?: readonly string[];
  avoids?: readonly string[];
}
export interface SurveyQuestion {
  id: string;
  name: Names;
  type: Question["question_type"];
  isRequired: boolean;
  /** Carries the shopper's own description rather than an answer to choose. */
  isReference?: boolean;
  options: readonly SurveyOption[];
}

export const surveyQuestions: readonly SurveyQuestion[] = [
  {
    id: "occasion",
    name: {
      zh: "您最想在什麼時候擦上它？",
      en: "When will you wear it most?",
      ja: "いちばん身につけたいのは、どんなときですか？",
    },
    type: "SINGLE_CHOICE",
    isRequired: true,
    options: [
      {
        id: "occasion-work",
        text: { zh: "上班、見客戶", en: "At work", ja: "仕事の日" },
        means: ["work"],
      },
      {
        id: "occasion-everyday",
        text: { zh: "平常的每一天", en: "Any ordinary day", ja: "ふだんの毎日" },
        means: ["everyday"],
      },
      { id: "occasion-date", text: { zh: "約會", en: "On a date", ja: "デート" }, means: ["date"] },
      {
        id: "occasion-party",
        text: { zh: "聚會與夜晚", en: "Parties and nights out", ja: "パーティーや夜の外出" },
        means: ["party"],
      },
      {
        id: "occasion-formal",
        text: { zh: "婚禮、重要場合", en: "Weddings and big days", ja: "結婚式などの特別な日" },
        means: ["formal"],
      },
      {
        id: "occasion-active",
        text: { zh: "運動與旅行", en: "Sport and travel", ja: "スポーツや旅" },
        means: ["sport", "travel"],
      },
      {
        id: "occasion-home",
        text: { zh: "在家放鬆", en: "Relaxing at home", ja: "家でくつろぐとき" },
        means: ["home", "calm"],
      },
      {
        id: "occasion-bedtime",
        text: { zh: "睡前", en: "Before sleep", ja: "眠る前" },
        means: ["bedtime"],
      },
    ],
  },
  {
    id: "mood",
    name: {
      zh: "擦上它之後，您想要什麼感覺？（可複選）",
      en: "How would you like it to make you feel? (Choose any)",
      ja: "つけたあと、どんな気分になりたいですか？（複数選択可）",
    },
    type: "MULTIPLE_CHOICE",
    isRequired: true,
    options: [
      {
        id: "mood-calm",
        text: { zh: "平靜放鬆", en: "Calm and unhurried", ja: "落ち着く、ほっとする" },
        means: ["calm"],
      },
      {
        id: "mood-awake",
        text: { zh: "清醒有精神", en: "Awake and energised", ja: "すっきり、元気になる" },
        means: ["awake"],
      },
      {
        id: "mood-cheerful",
        text: { zh: "開心明亮", en: "Bright and happy", ja: "明るくうれしい" },
        means: ["cheerful"],
      },
      {
        id: "mood-romantic",
        text: { zh: "浪漫心動", en: "Romantic", ja: "ロマンチック" },
        means: ["romantic"],
      },
      {
        id: "mood-confident",
        text: { zh: "自信有氣場", en: "Confident", ja: "自信がわく" },
        means: ["confident"],
      },
      {
        id: "mood-mysterious",
        text: { zh: "神祕深沉", en: "Mysterious and deep", ja: "神秘的で奥深い" },
        means: ["mysterious"],
      },
      {
        id: "mood-cosy",
        text: { zh: "溫暖被擁抱", en: "Warm and held", ja: "あたたかく包まれる" },
        means: ["cosy"],
      },
      {
        id: "mood-elegant",
        text: { zh: "優雅從容", en: "Elegant", ja: "上品でエレガント" },
        means: ["elegant"],
      },
      {
        id: "mood-clean",
        text: { zh: "乾淨清爽", en: "Clean and fresh", ja: "清潔でさわやか" },
        means: ["clean"],
      },
      {
        id: "mood-nostalgic",
        text: { zh: "懷舊想念", en: "Nostalgic", ja: "なつかしい" },
        means: ["nostalgic"],
      },
    ],
  },
  {
    id: "place",
    name: {
      zh: "哪些地方的氣味，會讓您想多待一會兒？（可複選）",
      en: "Which places smell so good that you linger? (Choose any)",
      ja: "つい長居したくなるのは、どんな場所の香りですか？（複数選択可）",
    },
    type: "MULTIPLE_CHOICE",
    isRequired: true,
    options: [
      {
        id: "place-forest",
        text: { zh: "森林步道", en: "A forest path", ja: "森の小道" },
        means: ["forest"],
      },
      {
        id: "place-rain",
        text: { zh: "下過雨的街道", en: "A street after rain", ja: "雨あがりの道" },
        means: ["rain"],
      },
      { id: "place-sea", text: { zh: "海邊", en: "The seaside", ja: "海辺" }, means: ["sea"] },
      {
        id: "place-garden",
        text: { zh: "開滿花的花園", en: "A garden in bloom", ja: "花の咲く庭" },
        means: ["garden"],
      },
      {
        id: "place-orchard",
        text: { zh: "果園", en: "An orchard", ja: "果樹園" },
        means: ["orchard"],
      },
      {
        id: "place-temple",
        text: { zh: "點著香的寺廟", en: "A temple with incense", ja: "お香の漂うお寺" },
        means: ["temple"],
      },
      {
        id: "place-library",
        text: { zh: "舊書店、圖書館", en: "An old library", ja: "古本屋や図書館" },
        means: ["library"],
      },
      {
        id: "place-teahouse",
        text: { zh: "茶屋", en: "A teahouse", ja: "お茶室" },
        means: ["teahouse"],
      },
      {
        id: "place-cafe",
        text: { zh: "咖啡館", en: "A coffee shop", ja: "喫茶店" },
        means: ["cafe"],
      },
      {
        id: "place-bakery",
        text: { zh: "剛出爐的麵包店", en: "A bakery in the morning", ja: "焼きたてのパン屋さん" },
        means: ["bakery"],
      },
      {
        id: "place-laundry",
        text: {
          zh: "曬著床單的陽台",
          en: "Sheets drying in the sun",
          ja: "シーツを干したベランダ",
        },
        means: ["laundry"],
      },
      {
        id: "place-fireside",
        text: { zh: "營火、壁爐旁", en: "Beside a fire", ja: "焚き火や暖炉のそば" },
        means: ["fireside"],
      },
    ],
  },
  {
    id: "season",
    name: {
      zh: "您最想在哪個季節擦它？",
      en: "Which season is it for?",
      ja: "どの季節に使いたいですか？",
    },
    type: "SINGLE_CHOICE",
    isRequired: true,
    options: [
      { id: "season-spring", text: { zh: "春天", en: "Spring", ja: "春" }, means: ["spring"] },
      { id: "season-summer", text: { zh: "夏天", en: "Summer", ja: "夏" }, means: ["summer"] },
      { id: "season-autumn", text: { zh: "秋天", en: "Autumn", ja: "秋" }, means: ["autumn"] },
      { id: "season-winter", text: { zh: "冬天", en: "Winter", ja: "冬" }, means: ["winter"] },
      {
        id: "season-any",
        text: { zh: "一年四季都可以", en: "All year round", ja: "一年じゅう" },
        means: ["all-year"],
      },
    ],
  },
  {
    id: "known-scents",
    name: {
      zh: "這些味道裡，您喜歡哪些？（可複選）",
      en: "Which of these smells do you like? (Choose any)",
      ja: "このなかで好きな匂いはどれですか？（複数選択可）",
    },
    type: "MULTIPLE_CHOICE",
    isRequired: false,
    options: [
      {
        id: "scent-citrus",
        text: {
          zh: "剛剝開的橘子、柚子",
          en: "Orange or yuzu just peeled",
          ja: "むきたての蜜柑や柚子",
        },
        means: ["citrus"],
      },
      {
        id: "scent-fruit",
        text: { zh: "成熟的桃子、莓果", en: "Ripe peach and berries", ja: "熟した桃やベリー" },
        means: ["fruity"],
      },
      {
        id: "scent-grass",
        text: { zh: "剛割過的青草", en: "Freshly cut grass", ja: "刈りたての草" },
        means: ["green"],
      },
      {
        id: "scent-herbs",
        text: {
          zh: "薄荷、薰衣草等草本植物",
          en: "Mint, lavender and herbs",
          ja: "ミント、ラベンダー、ハーブ",
        },
        means: ["herbal"],
      },
      {
        id: "scent-flowers",
        text: { zh: "花店裡的鮮花", en: "Fresh flowers at the florist", ja: "花屋さんの生花" },
        means: ["floral"],
      },
      {
        id: "scent-tea",
        text: { zh: "一杯熱茶", en: "A hot cup of tea", ja: "いれたてのお茶" },
        means: ["tea"],
      },
      {
        id: "scent-wood",
        text: { zh: "木頭家具、檜木", en: "Wooden furniture and hinoki", ja: "木の家具や檜" },
        means: ["woody"],
      },
      {
        id: "scent-spice",
        text: {
          zh: "肉桂、胡椒等香料",
          en: "Cinnamon, pepper and spices",
          ja: "シナモンや胡椒などのスパイス",
        },
        means: ["spicy"],
      },
      {
        id: "scent-incense",
        text: { zh: "線香、琥珀、皮革", en: "Incense, amber and leather", ja: "お香や琥珀、革" },
        means: ["resinous"],
      },
      {
        id: "scent-sweet",
        text: {
          zh: "香草、焦糖、巧克力",
          en: "Vanilla, caramel, chocolate",
          ja: "バニラやキャラメル、チョコレート",
        },
        means: ["gourmand"],
      },
      {
        id: "scent-soap",
        text: { zh: "肥皂與乾淨的棉被", en: "Soap and clean bedding", ja: "石けんや清潔な寝具" },
        means: ["musky"],
      },
      {
        id: "scent-sea",
        text: { zh: "海風與雨水", en: "Sea breeze and rainwater", ja: "潮風や雨" },
        means: ["aquatic"],
      },
    ],
  },
  {
    id: "dislikes",
    name: {
      zh: "有什麼不能出現的嗎？（可複選）",
      en: "Anything we should leave out? (Choose any)",
      ja: "入れてほしくないものはありますか？（複数選択可）",
    },
    type: "MULTIPLE_CHOICE",
    isRequired: false,
    options: [
      {
        id: "avoid-sweet",
        text: { zh: "不要甜膩", en: "Nothing sugary", ja: "甘ったるいものは苦手" },
        avoids: ["sweet"],
      },
      {
        id: "avoid-flowers",
        text: { zh: "不要花香", en: "No florals", ja: "花の香りは苦手" },
        avoids: ["floral"],
      },
      {
        id: "avoid-smoke",
        text: { zh: "不要煙燻味", en: "No smoke", ja: "煙っぽい香りは苦手" },
        avoids: ["smoky"],
      },
      {
        id: "avoid-powder",
        text: { zh: "不要粉味", en: "Nothing powdery", ja: "粉っぽい香りは苦手" },
        avoids: ["powdery"],
      },
      {
        id: "avoid-spice",
        text: { zh: "不要辛香料", en: "No spices", ja: "スパイスは苦手" },
        avoids: ["spicy"],
      },
      {
        id: "avoid-musk",
        text: { zh: "不要麝香", en: "No musk", ja: "ムスクは苦手" },
        avoids: ["musk"],
      },
      {
        id: "avoid-herbs",
        text: { zh: "不要草藥味", en: "Nothing medicinal", ja: "薬草っぽい香りは苦手" },
        avoids: ["medicinal"],
      },
      {
        id: "avoid-nothing",
        text: { zh: "都可以", en: "Nothing, I like it all", ja: "とくにありません" },
        means: ["open-minded"],
      },
    ],
  },
  {
    id: "strength",
    name: { zh: "香氣要多明顯？", en: "How present should it be?", ja: "香りの強さは？" },
    type: "SINGLE_CHOICE",
    isRequired: true,
    options: [
      {
        id: "strength-light",
        text: { zh: "淡淡的，只有自己知道", en: "Faint, just for me", ja: "ほのかに、自分だけに" },
        means: ["light"],
      },
      {
        id: "strength-moderate",
        text: { zh: "剛剛好，靠近才聞到", en: "Noticed up close", ja: "近づくとわかるくらい" },
        means: ["moderate"],
      },
      {
        id: "strength-rich",
        text: {
          zh: "濃郁，走過留香",
          en: "Rich, it stays in the room",
          ja: "しっかり、残り香まで",
        },
        means: ["rich"],
      },
    ],
  },
  {
    id: "memory",
    name: {
      zh: "有沒有哪種氣味，您一直記得？",
      en: "Is there a smell you have never forgotten?",
      ja: "忘れられない匂いはありますか？",
    },
    type: "TEXT",
    isRequired: false,
    options: [],
  },
  {
    id: descriptionQuestionId,
    name: {
      zh: "用您自己的話，說說理想的香氣。",
      en: "In your own words, what is your ideal scent?",
      ja: "理想の香りを、あなたの言葉で教えてください。",
    },
    type: "TEXTAREA",
    isRequired: false,
    isReference: true,
    options: [],
  },
];
