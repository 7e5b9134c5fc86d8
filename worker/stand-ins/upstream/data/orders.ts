/**
 * What the cast has ordered, newest first; ages are counted from the moment of seeding. A response is a quiz that an
 * order came from, with the products that were recommended.
 */
export interface SeedResponse {
  id: string;
  memberId: string;
  personalOption: "JAR" | "SAMPLE_PAPER" | null;
  daysAgo: number;
  /** Option ids by question id. */
  choices: Readonly<Record<string, readonly string[]>>;
  wish: string;
  productIds: readonly string[];
  aiResponse: string;
}

interface SeedItem {
  type: "SAMPLE" | "FINISHED_PRODUCT";
  unit: "JAR" | "SAMPLE_PAPER" | "BOTTLE" | "LARGE_JAR_KG";
  productIds: readonly string[];
  amount: number;
  price: number;
  concentration?: "RICH" | "MODERATE" | "LIGHT";
  labelText?: string;
}

export interface SeedOrder {
  id: string;
  memberId: string;
  status: string;
  daysAgo: number;
  responseId?: string;
  items: readonly SeedItem[];
}

export const seedResponses: readonly SeedResponse[] = [
  {
    id: "response-mei-rain",
    memberId: "member-mei",
    personalOption: "JAR",
    daysAgo: 0.2,
    choices: { occasion: ["occasion-home"], mood: ["mood-calm", "mood-clean"] },
    wish: "雨後的山林，乾淨、帶一點木頭的溫暖，適合在家看書。",
    productIds: ["hinoki-rain", "cedar-library", "cotton-sunday"],
    aiResponse:
      "您想要雨後山林的乾淨與木質的溫暖：檜雨有午後雷陣雨的水氣，雪松書齋安靜而乾燥，最後一款則留下晾乾棉布的柔軟。",
  },
  {
    id: "response-mei-osmanthus",
    memberId: "member-mei",
    personalOption: "JAR",
    daysAgo: 17,
    choices: { occasion: ["occasion-everyday"], mood: ["mood-nostalgic", "mood-elegant"] },
    wish: "巷子裡的桂花香，甜而不膩，秋天的感覺。",
    productIds: ["osmanthus-lane", "fig-terrace", "rice-porcelain"],
    aiResponse: "秋天巷口的桂花是主角，無花果葉添一分青綠，米香讓甜味停在剛剛好的地方。",
  },
  {
    id: "response-mei-citrus",
    memberId: "member-mei",
    personalOption: "SAMPLE_PAPER",
    daysAgo: 76,
    choices: { occasion: ["occasion-work"], mood: ["mood-awake", "mood-cheerful"] },
    wish: "早上出門的清爽柑橘，有精神。",
    productIds: [
      "yuzu-morning",
      "pomelo-moon",
      "bergamot-letter",
      "grapefruit-run",
      "calamansi-soda",
    ],
    aiResponse: "五款清晨的柑橘，從柚子的明亮到葡萄柚的微苦，陪您有精神地出門。",
  },
  {
    id: "response-chen-lobby",
    memberId: "member-chen",
    personalOption: null,
    daysAgo: 44,
    choices: {},
    wish: "飯店大廳使用，沉穩、優雅，像老木頭與茶，不要太甜。",
    productIds: ["cedar-library", "iris-gallery", "hinoki-rain"],
    aiResponse: "大廳的第一印象宜沉穩：雪松的乾燥、鳶尾的粉質與檜木的清透，都不帶甜膩。",
  },
];

const set = (unit: "JAR" | "SAMPLE_PAPER", ...productIds: string[]): SeedItem => ({
  type: "SAMPLE",
  unit,
  productIds,
  amount: 1,
  price: 100,
});
const bottles = (
  productId: string,
  amount: number,
  price: number,
  concentration: "RICH" | "MODERATE" | "LIGHT",
  labelText?: string,
): SeedItem => ({
  type: "FINISHED_PRODUCT",
  unit: "BOTTLE",
  productIds: [productId],
  amount,
  price,
  concentration,
  ...(labelText === undefined ? {} : { labelText }),
});

export const seedOrders: readonly SeedOrder[] = [
  // Mei: the unpaid set blocks her next quiz until she pays it; the delivered ones can be ordered again.
  {
    id: "order-mei-unpaid",
    memberId: "member-mei",
    status: "payment_pending",
    daysAgo: 0.1,
    responseId: "response-mei-rain",
    items: [set("JAR", "hinoki-rain", "cedar-library", "cotton-sunday")],
  },
  {
    id: "order-mei-paid",
    memberId: "member-mei",
    status: "pending",
    daysAgo: 1.3,
    items: [bottles("osmanthus-lane", 100, 38_000, "MODERATE", "美雲的秋天")],
  },
  {
    id: "order-mei-blending",
    memberId: "member-mei",
    status: "processing",
    daysAgo: 3.6,
    items: [bottles("fig-terrace", 200, 72_000, "LIGHT")],
  },
  {
    id: "order-mei-on-its-way",
    memberId: "member-mei",
    status: "shipped",
    daysAgo: 8.2,
    items: [
      bottles("osmanthus-lane", 100, 38_000, "RICH"),
      bottles("rice-porcelain", 100, 38_000, "MODERATE"),
    ],
  },
  {
    id: "order-mei-delivered",
    memberId: "member-mei",
    status: "delivered",
    daysAgo: 16.5,
    responseId: "response-mei-osmanthus",
    items: [set("JAR", "osmanthus-lane", "fig-terrace", "rice-porcelain")],
  },
  {
    id: "order-mei-card-declined",
    memberId: "member-mei",
    status: "payment_failed",
    daysAgo: 24.1,
    items: [
      set(
        "SAMPLE_PAPER",
        "lychee-lantern",
        "white-peach-silk",
        "ume-june",
        "mango-holiday",
        "blackcurrant-dusk",
      ),
    ],
  },
  {
    id: "order-mei-cancelled",
    memberId: "member-mei",
    status: "cancelled",
    daysAgo: 33.4,
    items: [bottles("yuzu-morning", 100, 38_000, "LIGHT")],
  },
  {
    id: "order-mei-refunded",
    memberId: "member-mei",
    status: "refunded",
    daysAgo: 48.7,
    items: [bottles("pomelo-moon", 100, 38_000, "MODERATE")],
  },
  {
    id: "order-mei-partly-refunded",
    memberId: "member-mei",
    status: "partially_refunded",
    daysAgo: 61.2,
    items: [
      bottles("yuzu-morning", 100, 38_000, "MODERATE"),
      bottles("bergamot-letter", 100, 38_000, "MODERATE"),
    ],
  },
  {
    id: "order-mei-paper-set",
    memberId: "member-mei",
    status: "delivered",
    daysAgo: 75.3,
    responseId: "response-mei-citrus",
    items: [
      set(
        "SAMPLE_PAPER",
        "yuzu-morning",
        "pomelo-moon",
        "bergamot-letter",
        "grapefruit-run",
        "calamansi-soda",
      ),
    ],
  },
  {
    id: "order-mei-first-bottles",
    memberId: "member-mei",
    status: "delivered",
    daysAgo: 98.6,
    items: [bottles("jasmine-midnight", 100, 38_000, "RICH")],
  },
  {
    id: "order-mei-first-set",
    memberId: "member-mei",
    status: "delivered",
    daysAgo: 131.9,
    items: [set("JAR", "jasmine-midnight", "iris-gallery", "vanilla-blanket")],
  },

  // Chen: the quiz, and the kilograms that followed it.
  {
    id: "order-chen-kilograms",
    memberId: "member-chen",
    status: "delivered",
    daysAgo: 21.8,
    items: [
      {
        type: "FINISHED_PRODUCT",
        unit: "LARGE_JAR_KG",
        productIds: ["cedar-library"],
        amount: 5,
        price: 60_000,
        concentration: "RICH",
      },
    ],
  },
  {
    id: "order-chen-delivered",
    memberId: "member-chen",
    status: "delivered",
    daysAgo: 43.5,
    responseId: "response-chen-lobby",
    items: [set("JAR", "cedar-library", "iris-gallery", "hinoki-rain")],
  },
];
