import type { PaymentResult } from "#contract/payment";
import { cartLine, cartWith, listOf, memberOf, orderOf } from "./buying.ts";
import { quizAnswers } from "./quiz-screens.ts";
import { until, type Answers, type ShownPage } from "./shown-page.tsx";
import shop from "../fixtures/shop-answers.json" with { type: "json" };

vi.stubGlobal("scrollTo", () => undefined);

const bottles = cartLine({
  id: "bottles",
  type: "FINISHED_PRODUCT",
  price: 380,
  amount: 100,
  concentration: "RICH",
  addonItemIds: ["oil", "moon"],
  labelText: "Noor",
});
export const set = cartLine({ id: "set", surveyResponseId: "r1", userAnswer: "moss after rain" });
export const kilograms = cartLine({ ...bottles, id: "tin", itemType: "LARGE_JAR_KG", amount: 2 });

export const wholeShop: Answers = {
  ...quizAnswers,
  ...shop.rest,
  "GET /members/me": { json: memberOf() },
  "GET /cart/": { json: cartWith(set, bottles) },
  "GET /orders/my-orders": { json: listOf() },
  "GET /orders/o1": { json: orderOf({ status: "shipped" }) },
};
export const business = {
  json: memberOf({ is_business: true, company_name: "Fig Ltd", tax_id: "12345678" }),
};

export const result = (
  status: PaymentResult["value"]["status"],
  phone = "0912-345-678",
): Answers => ({
  "GET /payments/result": {
    json: {
      expiry: Date.now() + 600_000,
      value: {
        status,
        orderId: "SL-1",
        order_date: "2026-11-22T01:00:00Z",
        amount: 1_300,
        currency: "TWD",
        customer_name: "Noor Test",
        customer_phone: phone,
        customer_address: "1 Fig Lane",
      },
    },
  },
});

/** Until nothing more comes: every call is answered, and the screen stays as it is. */
export async function standsStill(page: ShownPage, within = "main"): Promise<string> {
  let last = "";
  await until(() => {
    expect(document.querySelector(within)).not.toBeNull();
    const now = page.outline(within);
    const isStill = now === last && page.calls.every(({ status }) => status !== null);
    last = now;
    // What a dialog keeps from beginning may wait behind it.
    const isPainting = document.querySelector("[data-wet]") !== null;
    const isWaiting = isPainting || (now.includes("common.loading") && !/^ *dialog /m.test(now));
    expect(isStill && !isWaiting).toBe(true);
  });
  return last;
}
