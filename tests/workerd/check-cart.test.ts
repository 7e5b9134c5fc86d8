/** `worker/shop/checkout/check-cart.ts`: what of a cart may be ordered. */
import { expect, test } from "vitest";
import { checkCart } from "../../worker/shop/checkout/check-cart.ts";
import { addItem, type NewCartItem } from "../../worker/store/carts.ts";
import { cartOf, changeOf, lineOf, mei } from "./cart-rows.ts";
import { db } from "./database.ts";
import { portsWith } from "./ports.ts";

const catalogue: Record<string, unknown> = {
  "/reorder-settings/": [{ id: "bottles", user_type: "PERSONAL_JAR" }],
  "/product-pricing/{id}": [{ mini_buy_amount: 1, unit_price: 1_500_000 }],
};
const product = { id: "mei", product_id: "SL-001", product_name: "Hinoki Rain" };
const put = (id: string, changes: Partial<NewCartItem> = {}) =>
  addItem(db, changeOf(mei), "mei's cart", lineOf(id, changes), 100);

async function check(ids: string[], expected_total: number) {
  const { deps } = portsWith({ answers: (path) => catalogue[path] ?? product });
  const asked = { cart_items: ids.map((id) => ({ id })), expected_total };
  return checkCart(deps, "mei", await cartOf(mei), asked);
}

test("what the shopper saw is ordered at its price", async () => {
  await put("set");
  expect(await check(["set"], 100)).toMatchObject({ items: [{ id: "set" }], total: 100 });
});

test.each([
  ["sample sets", {}],
  ["sets of one quiz each", { surveyResponseId: "quiz" }],
])("of two %s none is ordered alone: the other would come with the next order", async (_w, of) => {
  await put("one", of);
  await put("two", of);
  await expect(check(["one"], 100)).rejects.toMatchObject({
    code: "too_many_samples",
    facts: { detail: { count: 2 } },
  });
});

test("a line that has gone from the cart is told, though the sum is that of the others", async () => {
  await put("set");
  await expect(check(["set", "gone"], 100)).rejects.toMatchObject({
    code: "price_changed",
    facts: { detail: { total: 100, expected_total: 100 } },
  });
});

test("another sum than the shopper saw is told, and the cart has the new price", async () => {
  await put("set", { unitPrice: 90 });
  await expect(check(["set"], 90)).rejects.toMatchObject({
    code: "price_changed",
    facts: { detail: { total: 100, expected_total: 90 } },
  });
  expect((await cartOf(mei)).items).toMatchObject([{ unitPrice: 100 }]);
});

test("of a guest's lines one by the kilogram is enough to ask whether its member is a business", async () => {
  await put("set");
  await put("kilograms", { itemType: "LARGE_JAR_KG", saleType: "FINISHED_PRODUCT" });
  await expect(check(["set", "kilograms"], 200)).rejects.toMatchObject({ code: "business_only" });
});

test("no order is worth more than a card may be charged, though each of its lines is not", async () => {
  const dear = { saleType: "FINISHED_PRODUCT", amount: 100, unitPrice: 1_500_000 };
  await put("one", dear);
  await put("two", dear);
  const total = 300_000_000;
  await expect(check(["one", "two"], total)).rejects.toMatchObject({
    code: "price_changed",
    facts: { detail: { total, expected_total: total } },
  });
});

test("nothing is not ordered", async () => {
  await expect(check(["set"], 100)).rejects.toMatchObject({ code: "cart_empty" });
});
