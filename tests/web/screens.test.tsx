/** What stands on each screen in its states and after some steps, by the keys of its texts: a review reads the snapshots as it reads code. */
import { prerender } from "react-dom/static";
import type { CartItem } from "#contract/cart";
import type { Order, OrderItem } from "#contract/order";
import type { NoteFamily, Wearing } from "#contract/product";
import type { Scent } from "#contract/scent";
import type { KeptOut, Question } from "#contract/survey";
import { namespacesOf, screenOfPath } from "#contract/screens";
import { App } from "../../web/App.tsx";
import { useRecommendations } from "../../web/pages/quiz/quiz-store.ts";
import { loadRefusalScreens } from "../../web/pages/quiz/refusal-parts.tsx";
import { useAuth } from "../../web/stores/auth.ts";
import { routes } from "../../web/routes.tsx";
import { LazyPortrait, SidePortrait } from "../../web/scent/ProductPortrait.tsx";
import NamedBottle from "../../web/scent/Bottle.tsx";
import { SampleDrawing } from "../../web/scent/SampleSet.tsx";
import {
  cartWith,
  listOf,
  memberOf,
  orderLine,
  orderOf,
  shopConfig,
  signInHere,
} from "../support/buying.ts";
import {
  forgetQuiz,
  found,
  kept,
  keptOut,
  listedOf,
  noteOf,
  notesOf,
  question,
  scent,
  scentOf,
  sizes,
} from "../support/quiz-screens.ts";
import { openPages, page, refusal, until, type Answers } from "../support/shown-page.tsx";
import { business, kilograms, result, set, standsStill, wholeShop } from "../support/whole-shop.ts";

const open = openPages("keys");

const orders = (...data: Order[]): Answers => ({
  "GET /orders/my-orders": { json: listOf(...data) },
});
const cart = (...items: CartItem[]): Answers => ({ "GET /cart/": { json: cartWith(...items) } });
const unpaid = orderOf({ status: "payment_pending" });
const unreadable = orderOf({ order_items: [orderLine({ type: "" })] });
const declined = { ...unpaid, created_at: null, was_declined: true, customer_note: "After six" };
const ordered = (...order_items: OrderItem[]) => orders(orderOf({ order_items }));
const other = { ...set, id: "other", userAnswer: "warm bread" };
const none = cart();
const of42: Answers = { "GET /orders/my-orders": { json: { data: [orderOf()], total: 42 } } };
const config = (change: object): Answers => ({
  "GET /config": {
    json: shopConfig({ survey_id: "scents", description_question_id: "ideal", ...change }),
  },
});
const payment = (change: object): Answers => ({ "GET /payments/result": result(change) });
const [paid, failed] = [payment({}), payment({ status: "failed" })];
const bottle = "purchase-options?productId=1&productNumber=SL-1";
const kilos = orderLine({
  type: "FINISHED_PRODUCT",
  product_unit: "LARGE_JAR_KG",
  amount: 1_200.25,
  price: null,
  product_number: "SL-001",
  product_ids: [],
});
const refunded = orderOf({
  status: "partially_refunded",
  paid_at: "2026-11-22T20:00:00Z",
  currency: "JPY",
  order_total_price: 12_345,
  order_items: [orderLine(), kilos, kilos, orderLine({ type: "" })],
  sums: {
    lines: 12_290,
    adjustments: [
      { kind: "shipping", amount: 60 },
      { kind: "of a newer shop", amount: -5 },
    ],
    total: 12_345,
  },
  refunds: [{ amount_twd: 200, made_at: "2026-11-12T16:30:00.000Z" }],
});
const dressed = orderLine({
  type: "FINISHED_PRODUCT",
  product_unit: "BOTTLE",
  amount: 100,
  addon_item_ids: ["moon", "gone", "spray"],
  concentration: " rich ",
  label_text: "for Mei",
  product_ids: ["1", "1", "2"],
  product_number: "SL-017, SL-023",
});
const undressed = { ...dressed, addon_item_ids: [], label_text: null };
const lines = [
  dressed,
  undressed,
  { ...undressed, label_text: "", product_ids: [], concentration: "STRONG" },
  { ...undressed, product_ids: [], product_number: "", concentration: null, price: null },
  { ...undressed, product_number: "SL-017", concentration: null },
];
const hollow = orderOf({ created_at: null, order_total_price: null, order_items: [] });
const cancelling = ["shop.orders.unpaid.cancel", "see shop.orders.unpaid.confirm_text"];
const noNotes = { product_id: "1", top: [], middle: [], back: [] };
const standIn = config({ ecpay_environment: "stand-in" });
const testCard = ["see shop.checkout.test.card", "only form details:has(a)"];
const adding = "shop.checkout.address.add";
const recipient = "only form > section";
const blank = [{ type: "checkout_important_notices", text: " " }];
const carrier = "only div:has(> [name=carrier_num])";
const agreed = ["tick [type=checkbox]", "shop.checkout.consent.confirm"];
const placing = "shop.checkout.confirm NT$\u00A0100";
const refuse = (code: string): Answers => ({
  ...cart(set),
  "POST /cart/checkout": refusal(409, code, { detail: { id: "o1" } }),
});
const unreadableOrder = "see shop.quiz.blocked.unreadable.text";
const next = "shop.quiz.next";
const way = ["tick [value=JAR]", next];
const asked = [...way, "tick [value=questionnaire]", next];
const answered = [...asked, "tick [value=mood-first]", next];
const down = refusal(503, "upstream_maintenance");
const keep =
  (change: Partial<typeof kept> = {}) =>
  () =>
    useRecommendations.getState().keep({ ...kept, member_id: "noor", ...change });

const keptOutOf = (change: Partial<KeptOut>) =>
  keep({ refusals: { ...keptOut, refused: 0, unread: 0, missing: 0, ...change } });
const told = "only details";
const allergic = "I am allergic to moonstuff";
const nothingKept = { ...keptOut, refused: 0, unread: 0, missing: 0 };
const afterFirst = "only ol[start]";
/** What is refused today, and a scent whose first note is of that family or of one that nobody knows. */
const today = (refusals: string[], family: NoteFamily | null): Answers => ({
  ...none,
  "GET /members/me/refusals": { json: { refusals } },
  "GET /perfume-note/by_product/2": {
    json: { ...notesOf("2"), top: [noteOf("Moonstuff", family)] },
  },
});
const leftOut = "see shop.refusals.left_out";
const withNames = [leftOut, "see shop.refusals.without citrus"];
const hint = "only [role=status]";
const asks = (question_type: Question["question_type"], is_required: boolean): Answers => ({
  ...none,
  "GET /surveys/scents/full": {
    json: { id: "scents", questions: [question("only", { question_type, is_required })] },
  },
});
const [two, five] = [["1", "2"], found.products_id].map((products_id) => ({ products_id }));
const papers = { personal_option: "SAMPLE_PAPER" } as const;
const secondStep = "only section[aria-labelledby]";
const isOn = { is_on: true, recovery_codes_left: 10 };
const panel = "only [role=tabpanel]";
const offer = "only section[aria-label]";

const statuses = ["payment_pending", "payment_failed", "pending", "shipped", "delivered"];
const manyOrders = [...statuses, "cancelled", "odd"].map((status, at) =>
  orderOf({
    id: `o${at}`,
    order_id: `SL-${at}`,
    status,
    survey_response_id: "r1",
    order_items: [
      orderLine(),
      orderLine({ id: "2", type: "FINISHED_PRODUCT", amount: 100, price: 380 }),
    ].slice(0, Math.max(0, 2 - at)),
    // What is alike on all cards stands on the first ones.
    ...(at > 2 ? { created_at: null, order_total_price: null } : {}),
  }),
);
const member = (more: object): Answers => ({ "GET /members/me": { json: memberOf(more) } });
const company = { is_business: true, company_name: "Fig Ltd", tax_id: "T1" };
const account = "common.nav.account";
const menu = "common.nav.open_menu";
const language = "common.language.button common.language.short";
const owesCode = (by: "mail" | "app") => () =>
  useAuth.getState().needsOtp({ tempToken: "temp", email: "noor@example.test", by });
const otpSent: Answers = {
  "POST /auth/login/request-otp": { json: { expires_at: "2026-11-23T04:05:00Z", resend_at: "" } },
};
const unsaved = "only [role=alert]";
const lists = "only div:has(> * > [name=time_zone])";
const taxId = "only div:has(> [name=tax_id])";
const kind = (one: string) => [`tick [value=${one}]`, "auth.register.next"];

// A step is a button, what is ticked, a field with what is typed into it, or something that happens, as the first one before the
// screen is opened; `see` waits for a text, `only` looks at a part of the screen, `at` elsewhere.
type Step = string | (() => void);
type Row = [file: string, answers: Answers, ...steps: Step[]];

const library: Answers = {
  "GET /scents": {
    json: {
      data: [
        listedOf("1", { name: "Scent 1", seasons: ["summer"] }),
        listedOf("2", { name: "Scent 2" }),
      ],
    },
  },
};

const scentWith = (change: Partial<Scent>): Answers => ({
  "GET /scents/1": { json: { ...scent, ...change } },
});
const worn = (wearing: Wearing) => scentWith({ product: { ...scent.product, wearing } });
const bare = { ...scentOf("1"), product_name: "SL-1", description: null };
const seasons: Wearing["seasons"] = ["spring", "summer", "autumn", "winter"];
const noBottles = { ...sizes, prices: sizes.prices.slice(1) };
const facts = "only [class*=facts]";

const ofGuests: Record<string, Row[]> = {
  // Around every screen stands the same.
  home: [["home", {}, "see drawing", "at main"]],
  login: [["login", {}]],
  "login?from=/en/orders": [["login on the way", {}, "only header"]],
  "login?from=%2Fen%2Forders&ended=true": [["login, ended", {}, "only header"]],
  "login?from=%2Fen%2Fnowhere": [["login from nowhere", {}, "only header"]],
  "login?from=%2Fen%2Fcart": [
    ["login from the cart", {}, "only header"],
    ["around, language", {}, language, "see common.language.title"],
  ],
  "register?from=%2Fen%2Forders": [["around, account on the way", {}, account, "at header"]],
  register: [
    ["register", {}],
    ["register, individual", {}, ...kind("individual")],
    ["register, business of Taiwan", {}, ...kind("business"), "country=TW", taxId],
    ["register, business abroad", {}, ...kind("business"), "country=JP", taxId],
  ],
  "change-password": [["change password of a visitor", {}]],
  "forgot-password": [["forgot password", {}]],
  "otp-verification": [
    ["code by e-mail", otpSent, owesCode("mail")],
    ["code of an app", {}, owesCode("app")],
  ],
  cart: [
    ["cart of a guest", cart(kilograms), "see drawing", "only li"],
    ["cart, empty", none],
    ["cart, unreadable", { "GET /cart/": down }],
    ["around, location", {}, "common.location.label_now common.location.taiwan TWD", "at header"],
    ["around, menu", {}, menu],
    ["around, language by the menu", {}, menu, "common.language.title"],
  ],
  "scent/1?from=a-friend": [["around, account", {}, account, "at header"]],
  [bottle]: [
    ["purchase options", {}],
    ["purchase options, unread name", { "GET /products/1": "lost" }, "only header"],
    ["purchase options, no name", { "GET /products/1": { json: bare } }, "only header"],
  ],
  "purchase-options?productNumber=%20": [["purchase options without a number", {}]],
  "payment-result?data=a&sig=b": [
    ["payment of a guest", { ...paid, ...orders(orderOf()) }],
    ["payment of a guest, failed", { ...failed, ...orders(orderOf()) }],
  ],
  "scent/1": [
    ["scent", {}],
    ["scent, little known", scentWith({ product: bare, notes: noNotes, sizes: null })],
    ["scent, worn for an hour", worn({ presence: null, longevity_hours: 0.2, seasons: [] }), facts],
    ["scent, worn all year", worn({ presence: "light", longevity_hours: null, seasons }), facts],
    ["scent, odd notes", scentWith({ allergens: { found: [], unknown: ["Tar", "Sky"] } }), facts],
    ["scent, no bottles", scentWith({ sizes: noBottles }), "only section[class*=sizes]"],
    ["scent, unreadable", { "GET /scents/1": down }],
    ["no scent", { "GET /scents/1": refusal(404, "not_found") }],
  ],
  "scents?word=moonstuff": [["all scents, none fits", library, "only section"]],
  "scents?season=summer": [
    ["all scents", library, "see shop.scents.clear"],
    ["all scents, none yet", { "GET /scents": { json: { data: [] } } }, "only section"],
  ],
};
const ofMembers: Record<string, Row[]> = {
  home: [
    ["home of a member", {}, "only div:has(> h1)"],
    ["home of a member, ways", {}, "only section[aria-labelledby=ways-title]"],
    ["around, cart", {}, "common.nav.cart.other 2", "see common.drawer.to_cart"],
  ],
  "change-password": [["change password", {}]],
  "change-password?force=true": [["change password, owed", {}, "only header"]],
  profile: [
    ["profile", {}],
    ["profile of a business", { "GET /members/me": business }, taxId],
    ["details, business abroad", member({ ...company, country: "JP" }), taxId],
    ["details, no country", member({ country: null }), "only form > div"],
    ["details, a company unsaid", member({ ...company, is_business: null }), taxId],
    ["details, unlisted", member({ language_code: "fr", time_zone: "Mars/Olympus_Mons" }), lists],
    ["details, unsaved", { "PATCH /members/me": down }, "last_name=Wang", "common.save", unsaved],
  ],
  "profile?tab=password": [
    ["second step, off", {}, secondStep],
    ["second step, on", { "GET /auth/second-step": { json: isOn } }, secondStep],
  ],
  "profile?tab=addresses": [["profile, addresses", {}, panel]],
  "profile?tab=refusals": [["profile, never use", {}, panel]],
  cart: [
    ["cart", {}],
    ["cart, clearing", {}, "shop.cart.clear", "see shop.cart.clear_text"],
    ["around, account of a member", {}, "common.nav.account_of Noor Test", "at header"],
    ["around, menu of a member", {}, menu],
  ],
  checkout: [
    // A text of the shop's own that is blank is none.
    ["checkout", { "GET /custom-texts/": { json: { data: blank } } }],
    ["checkout, nothing saved", { "GET /shipping-addresses": { json: { data: [] } } }, recipient],
    ["checkout, test cards", config({ ecpay_environment: "stage" }), ...testCard],
    ["checkout, stand-in", standIn, ...testCard, "only form details:has(a) a"],
    ["checkout, gift", {}, "tick form summary", "see shop.checkout.gift.hint", "only form details"],
    ["checkout, barcode", {}, "carrier_type=mobile_barcode", carrier],
    ["checkout, consent", {}, "tick [type=checkbox]", "see shop.checkout.consent.confirm"],
    ["checkout, adding an address", {}, adding, "see shop.checkout.address.confirm"],
    ["checkout, too dear", cart({ ...set, price: 200_000 })],
    ["checkout, two sets", cart(set, other), "see shop.checkout.blocked.too_many_text"],
    ["checkout, set under way", orders(orderOf()), "see shop.checkout.blocked.active_text"],
    ["checkout, unreadable order", orders(unreadable), "see shop.checkout.blocked.unreadable_text"],
    ["checkout, unpaid set", orders(unpaid), "see SL-017"],
    ["checkout, unpaid set, cancelling", orders(unpaid), ...cancelling],
    ["checkout, no consent", cart(set), placing, "only form [role=alert]"],
    ["checkout, refused", refuse("internal"), ...agreed, placing, "only form [role=alert]"],
  ],
  "payment-result": [["payment, unreadable", {}]],
  "payment-result?data=a&sig=b": [
    ["payment, failed", failed],
    ["payment, on its way", { ...paid, ...ordered(orderLine()) }, "see shop.payment.settled"],
    ["payment for bottles", { ...payment({ customer_phone: "" }), ...ordered(kilos) }],
  ],
  "orders/o1": [
    ["order, refunded", { "GET /orders/o1": { json: refunded } }],
    ["order, lines", { "GET /orders/o1": { json: orderOf({ order_items: lines }) } }, "only ul"],
    ["order, of which nothing is known", { "GET /orders/o1": { json: hollow } }],
    ["order, payment_pending", { "GET /orders/o1": { json: unpaid } }, "only article"],
  ],
  "orders?start=2026-01-01&end=2026-01-31": [["orders, none in these days", {}]],
  "orders?page=2": [
    ["orders, second of five pages", of42, "see shop.orders.number SL-1", "only nav"],
  ],
  orders: [
    ["orders", orders(...manyOrders)],
    ["orders, refunded", orders(refunded), "only article"],
    ["orders, declined", orders(declined), "only article"],
    ["orders, none", {}, "only section"],
    ["orders, unreadable", { "GET /orders/my-orders": down }],
  ],
  [`${bottle}&userType=enterprise`]: [
    ["purchase options of a business", { "GET /members/me": business }, "only [class*=choices]"],
    ["purchase options for a business alone", {}],
  ],
  [`${bottle}&options=spray,moon&labelText=Mei`]: [
    ["purchase options, label", {}, "Label Moonlight", panel],
  ],
  "fragrance-quiz": [
    ["quiz", none],
    ["quiz of a business", { ...none, "GET /members/me": business }],
    ["quiz, unknown member", { ...none, "GET /members/me": down }],
    ["quiz, set in the cart", cart(set), "see shop.quiz.blocked.cart.text"],
    ["quiz, set under way", { ...none, ...orders(orderOf()) }, "see shop.quiz.blocked.order.text"],
    ["quiz, unreadable order", { ...none, ...orders(unreadable) }, unreadableOrder],
    ["quiz, unpaid set", { ...none, ...orders(unpaid) }, "see SL-017"],
    ["quiz, way", none, ...way],
    ["quiz, question", none, ...asked],
    ["quiz, several", none, ...answered],
    ["quiz, optional question", asks("SINGLE_CHOICE", false), ...asked],
    ["quiz, memory", none, ...answered, next],
    ["quiz, anything else", none, ...answered, next, next, "see shop.refusals.folded_nothing"],
    ["quiz, not to be read", { ...none, "GET /config": down }],
    ["quiz, result", none, keep({ refusals: keptOut, kept_product: "2" }), "last", ...withNames],
    ["quiz, kept scent of unknown notes", none, keptOutOf({ selected_refused: [] }), "last", told],
    ["quiz, kept scent refused", none, keptOutOf({ selected_refused: ["A", "B"] }), "last", told],
    ["quiz, nothing said", none, keep({ user_answer: "", response: "" }), "last"],
    ["quiz, two too few", none, keptOutOf({ missing: 2 }), "last", told],
    ["quiz, set of papers", none, keep({ ...five, ...papers }), "last", offer],
    ["quiz, set of two", none, keep(two), "last", offer],
    ["quiz, set of three left", none, keep({ refusals: keptOut }), "last", offer],
    ["quiz, kept scent first", none, keep({ kept_product: "1" }), "last", "only ol"],
    ["quiz, after the kept scent", none, keep({ kept_product: "1" }), "last", afterFirst],
    ["quiz, refusal unheard", none, keep({ user_answer: allergic }), "last", "only li"],
    [
      "quiz, refusal heard",
      none,
      keep({ user_answer: `${allergic}, I like citrus`, refusals: nothingKept }),
      "last",
      "only li",
    ],
    ["quiz, refused since", today(["family:citrus"], null), keep(), "last", afterFirst],
    ["quiz, nobody can tell", today(["material:lemon"], null), keep(), "last", afterFirst],
    ["quiz, refused and not in it", today(["family:floral"], "green"), keep(), "last", afterFirst],
  ],
  "fragrance-quiz?retryFrom=response-0": [
    ["quiz again", none],
    ["quiz again, unreadable", { ...none, "GET /surveys/responses/response-0/full": down }],
  ],
  "fragrance-quiz?selectedProduct=1": [["quiz, scent to keep", none, hint]],
  "fragrance-quiz?retryFrom=response-0&selectedProduct=1": [
    ["quiz again, scent to keep", none, hint],
    ["quiz again, way", none, ...way],
  ],
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T04:00:00Z") });
  // What a screen loads late is here at the first look.
  await loadRefusalScreens();
  await prerender([
    <SidePortrait key="side" />,
    <LazyPortrait key="bare" productId="1" size="card" notes={{ top: [], middle: [], back: [] }} />,
    <SampleDrawing key="set" kinds={["JAR"]} />,
    <NamedBottle key="bottle" notes={{ top: [], middle: [], back: [] }} name="" />,
  ]);
  await Promise.all(Object.values(routes).map(({ prepare }) => prepare()));
});
afterEach(forgetQuiz);

async function take(step: Step): Promise<void> {
  const typed = typeof step === "string" ? /^(\w+)=(.*)$/.exec(step) : null;
  if (typeof step !== "string") step();
  else if (step.startsWith("see "))
    await until(() => expect(page.outline()).toContain(step.slice(4)));
  else if (step.startsWith("tick ")) await page.tick(`main ${step.slice(5)}`);
  else if (typed !== null) await page.type({ [typed[1] ?? ""]: typed[2] ?? "" });
  else if (step === "last")
    await page.press(
      await until(
        () =>
          [...document.querySelectorAll("main button")]
            .map(({ textContent }) => textContent ?? "")
            .find((text) => text.includes("quiz.last.title")) ?? expect.fail(page.text()),
      ),
    );
  else await page.press(step);
}

async function standsAs(path: string, answers: Answers, steps: Step[]): Promise<void> {
  open.stage({ ...wholeShop, ...answers });
  const [first, ...others] = steps;
  const isBefore = typeof first === "function";
  if (isBefore) first();
  await open.show(<App />, `/en/${path}`);
  await standsStill(page);
  let part = "#main";
  for (const step of isBefore ? others : steps) {
    const [, how, which = ""] = (typeof step === "string" && /^(only|at) (.*)$/.exec(step)) || [];
    if (how === undefined) await take(step);
    else part = how === "only" ? `#main ${which}` : which;
    await standsStill(page);
  }
  const shown = document.querySelector("dialog[open]") === null ? part : "dialog[open]";
  const outline = page.outline(shown).replaceAll(/_r_\w+_/g, "one");
  const loaded = namespacesOf(screenOfPath(location.pathname.slice("/en/".length)) ?? "home");
  const keys = outline.match(/\b(common|auth|shop)(?=\.[a-z_]+\b)/g);
  // This tab alone loads further texts.
  const needed = path === "profile?tab=refusals" ? [...loaded, "shop"] : loaded;
  expect(needed).toEqual(expect.arrayContaining([...new Set(keys)]));
  expect(`${outline}\n→ ${location.pathname}${location.search}\n`).toMatchSnapshot();
}

const rowsOf = (screens: Record<string, Row[]>) =>
  Object.entries(screens).flatMap(([path, all]) =>
    all.map(([file, answers, ...steps]) => ({ file, path, answers, steps })),
  );

test.each(rowsOf(ofGuests))("$file", ({ path, answers, steps }) => standsAs(path, answers, steps));

test.each(rowsOf(ofMembers))("$file", async ({ path, answers, steps }) => {
  signInHere();
  await standsAs(path, answers, steps);
});
