/** What stands on the screens of buying and of the quiz after some steps: windows, refusals, other choices. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CartItem } from "#contract/cart";
import type { Order } from "#contract/order";
import { App } from "../../web/App.tsx";
import { useRecommendations } from "../../web/pages/quiz/recommendations-store.ts";
import { routes } from "../../web/routes.tsx";
import { cartWith, listOf, orderLine, orderOf, shopConfig, signInHere } from "../support/buying.ts";
import { forgetQuiz, found, kept, keptOut, noteOf, notesOf } from "../support/quiz-screens.ts";
import { openPages, page, refusal, until, type Answers } from "../support/shown-page.tsx";
import { business, result, set, standsStill, wholeShop } from "../support/whole-shop.ts";

const open = openPages("keys");

const orders = (...data: Order[]): Answers => ({
  "GET /orders/my-orders": { json: listOf(...data) },
});
const cart = (...items: CartItem[]): Answers => ({ "GET /cart/": { json: cartWith(...items) } });
const unpaid = orderOf({ status: "payment_pending" });
const unreadable = orderOf({ order_items: [orderLine({ type: "" })] });
const delivered = orderOf({ status: "delivered", survey_response_id: "r1" });
const other = { ...set, id: "other", userAnswer: "warm bread" };
const none = cart();
const config = (change: object): Answers => ({
  "GET /config": {
    json: shopConfig({ survey_id: "scents", description_question_id: "ideal", ...change }),
  },
});
const paid = result("success", "");
const suggested: Answers = {
  ...orders(delivered),
  "GET /orders/o1/survey-recommendations": {
    json: {
      response_id: "r1",
      products: ["Fig Terrace", "SL-017"].map((product_name, at) => ({
        id: `p${at}`,
        product_id: "SL-017",
        product_number: "SL-017",
        product_name,
        top_notes: [noteOf("Fig leaf", "fruity", 0.5)],
        middle_notes: [],
        back_notes: [],
      })),
    },
  },
  "GET /reorder-settings/": {
    json: { data: [{ id: "jar", user_type: "PERSONAL_JAR", use_purchase_options_page: false }] },
  },
  "GET /product-pricing/*": {
    json: {
      data: [200, 100].map((least) => ({ mini_buy_amount: least, unit_price: 400 - least / 10 })),
    },
  },
};
const bottle = "purchase-options?productId=1&productNumber=SL-1";
const refunded = orderOf({
  status: "partially_refunded",
  paid_at: "2026-11-22T20:00:00Z",
  currency: "JPY",
  order_total_price: 12_345,
  order_items: [orderLine(), orderLine({ type: "" })],
  refunds: [{ amount_twd: 200, made_at: "2026-11-12T16:30:00.000Z" }],
});
const again = "shop.reorder.button";
const figTerrace = "shop.reorder.choose Fig Terrace";
const cancelling = ["shop.orders.unpaid.cancel", "see shop.orders.unpaid.confirm_text"];
const testCard = ["see shop.checkout.test.card", "only form details"];
const invoice = "only form section:nth-of-type(2)";
const agreed = ["tick [type=checkbox]", "shop.checkout.consent.confirm"];
const placing = "shop.checkout.confirm NT$\u00A0100";
const refuse = (code: string): Answers => ({
  ...cart(set),
  "POST /cart/checkout": refusal(409, code, { detail: { id: "o1" } }),
});
const next = "shop.quiz.next";
const way = ["tick [value=JAR]", next];
const asked = [...way, "tick [value=questionnaire]", next];
const down = refusal(503, "upstream_maintenance");
const keep =
  (change: Partial<typeof kept> = {}) =>
  () =>
    useRecommendations.getState().keep({ ...kept, member_id: "noor", ...change });

/** A step is a button, what is ticked, a field with what is typed into it, or something that happens; `see` waits for a text, `only` looks at a part. */
type Step = string | (() => void);
type Row = [file: string, answers: Answers, ...steps: Step[]];
const screens: Record<string, Row[]> = {
  cart: [["cart, clearing", {}, "shop.cart.clear", "see shop.cart.clear_text"]],
  checkout: [
    ["checkout, test cards", config({ ecpay_environment: "stage" }), ...testCard],
    ["checkout, stand-in", config({ ecpay_environment: "stand-in" }), ...testCard],
    ["checkout, company", {}, "tick [value=B2B]", invoice],
    ["checkout, barcode", {}, "carrier_type=mobile_barcode", invoice],
    ["checkout, certificate", {}, "carrier_type=citizen_certificate", invoice],
    ["checkout, consent", {}, "tick [type=checkbox]", "see shop.checkout.consent.confirm"],
    [
      "checkout, adding an address",
      {},
      "shop.checkout.address.add",
      "see shop.checkout.address.confirm",
    ],
    ["checkout, two sets", cart(set, other), "see shop.checkout.blocked.too_many_text"],
    ["checkout, set under way", orders(orderOf()), "see shop.checkout.blocked.active_text"],
    ["checkout, unreadable order", orders(unreadable), "see shop.checkout.blocked.unreadable_text"],
    ["checkout, unpaid set", orders(unpaid), "see shop.orders.unpaid.choice"],
    ["checkout, unpaid set, cancelling", orders(unpaid), ...cancelling],
    [
      "checkout, mistakes",
      cart(set),
      // The member's name comes late on a busy machine, and would be filled in again.
      'see customer_name = "Noor Test"',
      "customer_name=",
      "customer_email=a",
      placing,
      "only form",
    ],
    ["checkout, no consent", cart(set), placing, "only form [role=alert]"],
    ["checkout, refused", refuse("internal"), ...agreed, placing, "only form [role=alert]"],
    [
      "checkout, ordered before",
      refuse("lines_already_ordered"),
      ...agreed,
      () => open.stage(orders({ ...unpaid, created_at: null })),
      placing,
      "see shop.orders.unpaid.lines_choice",
    ],
  ],
  "payment-result?data=a&sig=b": [
    [
      "payment, on its way",
      { ...paid, ...orders(orderOf({ order_items: [orderLine({ price: 1_300 })] })) },
      "see shop.payment.settled",
    ],
    ["payment, not settled", { ...paid, ...orders(unpaid) }, "only header"],
    [
      "payment, cancelled order",
      { ...paid, ...orders(orderOf({ status: "cancelled" })) },
      "only header",
    ],
  ],
  "orders/o1": [["order, refunded", { "GET /orders/o1": { json: refunded } }]],
  orders: [
    ["orders, cancelling", orders(unpaid), ...cancelling],
    ["orders, again", suggested, again, "see shop.reorder.explore"],
    ["orders, again, chosen", suggested, again, figTerrace, "see shop.reorder.satisfied_text"],
    [
      "orders, again, window",
      suggested,
      again,
      figTerrace,
      "shop.reorder.satisfied",
      "see shop.purchase.buy_more",
    ],
  ],
  [`${bottle}&userType=enterprise`]: [["purchase options for a business alone", {}]],
  [`${bottle}&options=spray,moon&labelText=Mei`]: [["purchase options, label", {}, "Label moon"]],
  "fragrance-quiz": [
    ["quiz, unknown member", { ...none, "GET /members/me": down }],
    ["quiz, way", none, ...way],
    ["quiz, question", none, ...asked],
    ["quiz, several", none, ...asked, "tick [value=mood-first]", next],
    ["quiz, memory", none, ...asked, "tick [value=mood-first]", next, next],
    [
      "quiz, anything else",
      none,
      ...asked,
      "tick [value=mood-first]",
      next,
      next,
      next,
      "see shop.refusals.folded_nothing",
    ],
    ["quiz, not to be read", { ...none, "GET /config": down }],
    ["quiz, no words", { ...none, "GET /members/me": business }, "shop.quiz.description.submit"],
    [
      "quiz, nothing found",
      {
        ...none,
        "GET /members/me": business,
        "POST /raw-materials/chat": {
          json: { ...found, products_id: [], response: "", refusals: keptOut },
        },
      },
      "description=the moon",
      "shop.quiz.description.submit",
      "see shop.refusals.left_out",
    ],
    [
      "quiz, result",
      none,
      keep({ refusals: keptOut, kept_product: "2" }),
      "last",
      "see shop.refusals.left_out",
    ],
    [
      "quiz, compared",
      {
        ...none,
        "GET /perfume-note/by_product/2": {
          json: { ...notesOf("2"), middle: [noteOf("Rose", "floral", 0.3)], back: [] },
        },
      },
      keep(),
      "last",
      "shop.quiz.compare.label shop.quiz.compare.pick Scent 1",
      "shop.quiz.compare.label shop.quiz.compare.with Scent 1 Scent 2",
      "see shop.quiz.compare.common",
    ],
  ],
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T04:00:00Z") });
  signInHere();
  await Promise.all(Object.values(routes).map(({ prepare }) => prepare("/en/home")));
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

const rows = Object.entries(screens).flatMap(([path, all]) =>
  all.map(([file, answers, ...steps]) => ({ file, path, answers, steps })),
);
for (const { file, path, answers, steps } of rows)
  test(file, async () => {
    open.stage({ ...wholeShop, ...answers });
    const early = steps.filter((step) => typeof step !== "string" && file.startsWith("quiz"));
    for (const step of early) await take(step);
    await open.show(<App />, `/en/${path}`);
    await standsStill(page);
    let part = "#main";
    for (const step of steps.filter((one) => !early.includes(one))) {
      if (typeof step === "string" && step.startsWith("only ")) part = `#main ${step.slice(5)}`;
      else await take(step);
      await standsStill(page);
    }
    const window = document.querySelector("dialog[open]") === null ? part : "dialog[open]";
    expect(`${page.outline(window)}\n→ ${location.pathname}${location.search}\n`).toMatchSnapshot();
  });
