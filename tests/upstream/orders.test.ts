import type { Order } from "#contract/order";
import * as upstream from "../../worker/upstream/orders.ts";
import { getProduct, listPricingTiers } from "../../worker/upstream/products.ts";
import { listReorderSettings } from "../../worker/upstream/products.ts";
import { askRecommender, submitSurvey } from "../../worker/upstream/surveys.ts";
import { isDone, refusalOf, shown } from "./readings.ts";
import { checkoutOf, finishedLine, sampleLine } from "../support/upstream-member.ts";
import { ids, ofEverySystem } from "./contract.ts";

const isCalled = (name: string | number) => (order: Order) =>
  [order.id, order.order_id].map(String).includes(String(name));
const statusOf = ({ status }: Order) => status.trim().toLowerCase();
const activeStatuses = ["payment_pending", "pending", "processing", "shipped"];

ofEverySystem(({ get, post }) => {
  const myOrders = async (query: string) =>
    shown(upstream.listOrders, await get(`/orders/my-orders?${query}`));
  const checkOut = async (line: object) =>
    shown(upstream.placeOrder, await post("/cart/checkout", checkoutOf([line]))).orderNumber;
  const find = async (name: string | number) =>
    (await myOrders("skip=0&limit=100")).data.find(isCalled(name));
  const numberOf = async (id: string | number) =>
    String(shown(getProduct, await get(`/products/${encodeURIComponent(id)}`)).product_id ?? id);

  /** A hundred bottles at the price that the upstream itself names for them. */
  async function bottles() {
    const settings = shown(listReorderSettings, await get("/reorder-settings/")).data;
    const setting = settings.find(({ user_type }) => user_type === "PERSONAL_JAR");
    expect(setting, "a setting for jars").toBeDefined();
    const path = `/product-pricing/${encodeURIComponent(setting?.id ?? "")}`;
    const tiers = shown(listPricingTiers, await get(path)).data;
    const [first] = tiers.sort((a, b) => Number(a.mini_buy_amount) - Number(b.mini_buy_amount));
    const amount = Number(first?.mini_buy_amount);
    const price = amount * Number(first?.unit_price);
    const label = await numberOf(ids.product);
    return finishedLine({ productIds: [ids.product], label, amount, price });
  }

  test("a checkout makes an order that waits for its payment and is listed", async () => {
    const line = await bottles();
    const order = await find(await checkOut(line));
    const whose = { customer_name: "Noor Haddad", customer_address: "1 Test Road, Taipei" };
    expect(order).toMatchObject({ ...whose, currency: "TWD" });
    expect(order && statusOf(order)).toBe("payment_pending");
    expect(Number(order?.order_total_price)).toBe(line.price);
    const [item, ...others] = order?.order_items ?? [];
    const { type, amount, concentration } = item ?? expect.unreachable();
    const ordered = [type, Number(amount), concentration, others];
    expect(ordered).toEqual(["FINISHED_PRODUCT", line.amount, "RICH", []]);
  });

  test("the same cart twice is two orders, which the list gives one at a time", async () => {
    const line = await bottles();
    const made = [await checkOut(line), await checkOut(line)];
    expect(String(made[0])).not.toBe(String(made[1]));
    const pages = [await myOrders("skip=0&limit=1"), await myOrders("skip=1&limit=1")];
    const [one, other] = pages.map(({ data }) => data);
    expect([one?.length, other?.length]).toEqual([1, 1]);
    expect(one?.[0]?.id).not.toBe(other?.[0]?.id);
    for (const { total } of pages) expect(total ?? 2, "null: it does not count").toBeGreaterThan(1);
  });

  test("a date filter leaves out what lies outside", async () => {
    const name = await checkOut(await bottles());
    const longAgo = await myOrders("skip=0&limit=100&start_date=2000-01-01&end_date=2000-01-31");
    expect(longAgo.data).toEqual([]);
    const since = await myOrders("skip=0&limit=100&start_date=2000-01-01");
    expect(since.data.some(isCalled(name))).toBe(true);
  });

  test("a checkout of nothing is refused", async () => {
    refusalOf(await post("/cart/checkout", checkoutOf([])));
  });

  test("an invented token buys nothing", async () => {
    const answer = await post("/cart/checkout", checkoutOf([await bottles()]), "invented");
    expect(refusalOf(answer)).toBe(401);
  });

  async function orderQuizSet(): Promise<Order | undefined> {
    const wish = "green tea by the sea";
    const answers = [{ question_id: ids.descriptionQuestion, option_ids: [], answer_text: wish }];
    const whose = { form_id: ids.survey, session_id: "contract-suite", personal_option: "JAR" };
    const submit = `/surveys/${encodeURIComponent(ids.survey)}/submit`;
    const { id } = shown(submitSurvey, await post(submit, { ...whose, answers }));
    const chat = await post("/raw-materials/chat", { content: wish, top_k: 3 });
    const { products_id, response } = shown(askRecommender, chat);
    const productIds = products_id.slice(0, 3);
    for (const [place, product_id] of productIds.entries()) {
      const why = { recommendation_reason: wish, recommendation_order: place + 1 };
      const kept = { ...why, response_id: id, product_id };
      const path = `/surveys/responses/${encodeURIComponent(id)}/recommendations`;
      expect(isDone(await post(path, { ...kept, ai_response: response }))).toBe(true);
    }
    const label = (await Promise.all(productIds.map(numberOf))).join(", ");
    const line = sampleLine({ productIds, label, surveyResponseId: id, userAnswer: wish });
    const order = await find(await checkOut(line));
    expect(String(order?.survey_response_id)).toBe(String(id));
    expect(Number(order?.order_total_price)).toBe(100);
    return order;
  }

  test("an order from a quiz knows its answers and tells what was recommended", async () => {
    // An account that has such a set under way may have no second one.
    const underWay = (await myOrders("skip=0&limit=100")).data.find(
      (order) =>
        activeStatuses.includes(statusOf(order)) &&
        order.survey_response_id != null &&
        order.order_items.some(({ type }) => type === "SAMPLE"),
    );
    const order = underWay ?? (await orderQuizSet());
    const path = `/orders/${encodeURIComponent(order?.id ?? "")}/survey-recommendations`;
    const { response_id } = shown(upstream.getOrderRecommendations, await get(path));
    expect(String(response_id)).toBe(String(order?.survey_response_id));
  });
});
