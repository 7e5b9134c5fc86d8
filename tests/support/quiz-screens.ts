/** What the shop answers a member who looks for a scent, where a test stages nothing else, and what stands on the quiz's screens. */
import type { Order } from "#contract/order";
import type { Note, NoteFamily, Product, ProductNotes } from "#contract/product";
import type { ListedScent, Scent, ScentSizes } from "#contract/scent";
import type { ChatAnswer, KeptOut, Question, SurveyResponse } from "#contract/survey";
import type { Entry } from "../../web/pages/quiz/flow.ts";
import {
  type KeptRecommendations,
  useQuiz,
  useRecommendations,
} from "../../web/pages/quiz/quiz-store.ts";
import { useToasts } from "../../web/stores/toasts.ts";
import {
  cartWith,
  listOf,
  memberOf,
  orderLine,
  orderOf,
  plain,
  shopConfig,
  signInHere,
} from "./buying.ts";
import { page, until, type Answers } from "./shown-page.tsx";

export const individual = memberOf({ id: "mei", email: "mei@example.test" });
export const business = { ...individual, is_business: true, tax_id: "12345678" };

export function question(id: string, change: Partial<Question> = {}): Question {
  const options = ["second", "first"].map((name, index) => ({
    id: `${id}-${name}`,
    option_text: name,
    display_text: `${id} ${name}`,
    option_order: 2 - index,
  }));
  return {
    id,
    question_name: `Which ${id}?`,
    question_type: "SINGLE_CHOICE",
    is_required: true,
    is_reference: false,
    options,
    ...change,
  };
}
const written: Partial<Question> = { question_type: "TEXTAREA", is_required: false, options: [] };
export const survey = {
  id: "scents",
  questions: [
    question("mood"),
    question("places", { question_type: "MULTIPLE_CHOICE", is_required: false }),
    question("memory", written),
    question("ideal", written),
  ],
};
const earlier: SurveyResponse = {
  id: "response-0",
  personal_option: "JAR",
  answers: [
    { question_id: "mood", option_ids: ["mood-second"], answer_text: null },
    { question_id: "ideal", option_ids: [], answer_text: "rain on wood" },
  ],
};

/** Into a quiz of an individual's. */
export const entry: Entry = {
  profile: "individual",
  hasTaxId: false,
  history: null,
  surveyId: "scents",
  descriptionQuestionId: "ideal",
};

export const noteOf = (name: string, family: NoteFamily | null, share: number | null = null) =>
  ({ share, raw_material: { id: name.toLowerCase(), name, family, volatility: null } }) as Note;

export const scentOf = (id: string): Product => ({
  id,
  product_id: `SL-${id}`,
  product_name: `Scent ${id}`,
  description: `The story of ${id}.`,
});
export const notesOf = (id: string): ProductNotes => ({
  product_id: id,
  top: [noteOf("Yuzu", "citrus", 0.2)],
  middle: [],
  back: [noteOf("Cedarwood", "woody", 0.5)],
});
const scentAnswers = (...ids: string[]): Record<string, { json: object }> =>
  Object.fromEntries(
    ids.flatMap((id) => [
      [`GET /products/${id}`, { json: scentOf(id) }],
      [`GET /perfume-note/by_product/${id}`, { json: notesOf(id) }],
    ]),
  );

export const sizes: ScentSizes = {
  prices: [
    {
      kind: "finished_bottle",
      has_options_page: true,
      tiers: [
        { mini_buy_amount: 100, unit_price: 560 },
        { mini_buy_amount: 1000, unit_price: 480 },
      ],
    },
    {
      kind: "finished_kg",
      has_options_page: true,
      tiers: [{ mini_buy_amount: 1, unit_price: 9000 }],
    },
  ],
  bottles: [
    { name: "Large", millilitres: 80, closure: "spray", extra_twd: 40 },
    { name: "Small", millilitres: 10, closure: "roller", extra_twd: 0 },
  ],
};
export const recommendationsOf = (
  ...products: (readonly [id: string, number: string, name: string])[]
) => ({
  response_id: "r1",
  products: products.map(([id, number, name]) => ({
    id,
    product_id: number,
    product_number: number,
    product_name: name,
    top_notes: [noteOf("Fig leaf", "fruity", 0.5)],
    middle_notes: [],
    back_notes: [],
  })),
});

export const listedOf = (name: string, change: Partial<ListedScent> = {}): ListedScent => ({
  ...notesOf(name),
  id: name,
  name,
  line: null,
  seasons: [],
  ...change,
});

export const scent: Scent = {
  product: {
    ...scentOf("1"),
    wearing: { presence: "rich", longevity_hours: 6.4, seasons: ["spring", "winter"] },
  },
  notes: notesOf("1"),
  allergens: {
    found: [
      { name: "Lemon terpene", inci: "LIMONENE" },
      { name: "Linalool", inci: "LINALOOL" },
    ],
    unknown: [],
  },
  sizes,
};
export const found: ChatAnswer = {
  products_id: ["1", "2", "3", "4", "5"],
  response: "Five that I thought of.",
  matches: [{ product_id: "1", reasons: [{ kind: "wish", label: "rain" }] }],
};
export const kept: KeptRecommendations = {
  ...found,
  products_id: ["1", "2", "3"],
  response: "Three that I thought of.",
  member_id: "mei",
  survey_response_id: "response-1",
  personal_option: "JAR",
  user_answer: "rain on wood",
  kept_product: null,
  asked: { locale: "en", content: "rain on wood", count: 3 },
};

export const keptOut: KeptOut = {
  applied: ["family:citrus"],
  refused: 2,
  unread: 1,
  missing: 3,
  unknown: [],
  selected_refused: null,
};

export const orderIn = (status: string, type: string, change: Partial<Order> = {}): Order =>
  orderOf({ status, order_items: [orderLine({ type, product_ids: ["1"] })], ...change });
export const orders = (...data: Order[]) => ({ json: listOf(...data) });

export const quizAnswers: Record<string, Exclude<Answers[string], "lost">> = {
  "GET /config": { json: shopConfig({ survey_id: "scents", description_question_id: "ideal" }) },
  "GET /members/me": { json: individual },
  "GET /members/me/refusals": { json: { refusals: [] } },
  "PUT /members/me/refusals": ({ json }) => ({ json }),
  "GET /cart/": { json: cartWith() },
  "GET /orders/my-orders": orders(),
  "GET /surveys/scents/full": { json: survey },
  "POST /surveys/scents/start": {},
  "POST /surveys/scents/submit": { json: { id: "response-1" } },
  "GET /surveys/responses/response-0/full": { json: earlier },
  "POST /surveys/responses/*": {},
  "POST /raw-materials/chat": { json: found },
  "GET /scents/1": { json: scent },
  ...scentAnswers("1", "2", "3", "4", "5"),
};

export const signInMei = (): void => signInHere("mei");

export function forgetQuiz(): void {
  useQuiz.getState().clear();
  useRecommendations.getState().forget();
  useToasts.setState({ toasts: [] });
  document.title = "";
  history.replaceState(null, "");
}

export const heading = () => document.querySelector("main h1")?.textContent;
export const all = (selector: string, within: ParentNode | null | undefined = document) =>
  [...(within?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent);
/** And its effects have run: the one that names the document is among them. */
export const arrives = (title: string) =>
  until(() => {
    if (heading() !== title || !document.title.startsWith(title))
      throw new Error(`${heading()}: ${document.querySelector("main")?.textContent}`);
  });
export const progress = () => document.querySelector("progress")?.value;
/** Of the cards or boxes that are chosen. */
export const chosen = () =>
  [...document.querySelectorAll<HTMLInputElement>("main fieldset input:checked")].map(
    ({ value }) => value,
  );
export const cards = () =>
  [...document.querySelectorAll("main fieldset label")].map((card) =>
    [...card.querySelectorAll("span")].map(({ textContent }) => plain(textContent)),
  );

export async function choose(...values: string[]): Promise<void> {
  for (const value of values) {
    await page.tick(`main input[value="${value}"]`);
    await page.press("Next");
  }
}
