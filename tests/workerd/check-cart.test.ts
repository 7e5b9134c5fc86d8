/** `worker/shop/checkout/place-order.ts`: what of a cart may be ordered. */
import { expect, test } from "vitest";
import { checkCart } from "../../worker/shop/checkout/place-order.ts";
import { addItem, type NewCartItem } from "../../worker/store/carts.ts";
import { cartOf, changeOf, lineOf, mei } from "./cart-rows.ts";
import { db, refuses } from "./database.ts";
import { portsWith } from "./ports.ts";

const catalogue: Record<string, unknown> = {
  "/reorder-settings/": [
    { id: "bottles", user_type: "PERSONAL_JAR" },
    { id: "kilograms", user_type: "ENTERPRISE" },
  ],
  "/product-pricing/{id}": [{ mini_buy_amount: 1, unit_price: 1_000 }],
};
const product = { id: "mei", product_id: "SL-001", product_name: "Hinoki Rain" };
const put = (id: string, changes: Partial<NewCartItem> = {}) =>
  addItem(db, changeOf(mei), "mei's cart", lineOf(id, changes), 100);

async function check(ids: string[], expected_total: number, isBusiness = false) {
  const { deps } = portsWith({
    answers: (path) => catalogue[path] ?? { ...product, is_business: isBusiness },
  });
  const cart_items = ids.map((id) => ({ id }));
  const asked = { cart_items, expected_total, pay_type: "ecpay" } as const;
  return checkCart(deps, "mei", await cartOf(mei), asked);
}

test("what the shopper saw is ordered at its price", async () => {
  await put("set");
  expect(await check(["set"], 100)).toMatchObject({ items: [{ id: "set" }], sums: { total: 100 } });
});

test.each([
  ["sample sets", {}],
  ["sets of one quiz each", { surveyResponseId: "quiz" }],
])("of two %s none is ordered alone: the other would come with the next order", async (_w, of) => {
  await put("one", of);
  await put("two", of);
  await refuses(check(["one"], 100), "too_many_samples", { detail: { count: 2 } });
});

test.each([
  ["whose line has gone, though the sum is that of the others", ["set", "gone"], 100],
  ["of another sum than was seen, and the cart has the new price", ["set"], 90],
])("an order %s is told of", async (_what, ids, expected_total) => {
  await put("set", { unitPrice: expected_total });
  const detail = { total: 100, expected_total };
  await refuses(check(ids, expected_total), "price_changed", { detail });
  expect((await cartOf(mei)).items).toMatchObject([{ unitPrice: 100 }]);
});

test("of a guest's lines one by the kilogram is enough to ask whether its member is a business", async () => {
  await put("set");
  await put("kilograms", { itemType: "LARGE_JAR_KG", saleType: "FINISHED_PRODUCT" });
  await refuses(check(["set", "kilograms"], 200), "business_only");
});

test.each([
  ["199,999 can be paid by card", 99_999, null],
  ["a dollar more cannot, whatever sum was seen", 100_000, "amount_not_payable"],
] as const)("of two lines %s", async (_what, unit_price, refusal) => {
  catalogue["/product-pricing/{id}"] = [
    { mini_buy_amount: 100, unit_price: 1_000 },
    { mini_buy_amount: 1, unit_price },
  ];
  const finished = { saleType: "FINISHED_PRODUCT" } as const;
  await put("bottles", { ...finished, amount: 100, unitPrice: 1_000 });
  await put("kilograms", {
    ...finished,
    itemType: "LARGE_JAR_KG",
    amount: 1,
    unitPrice: unit_price,
  });
  const total = 100_000 + unit_price;
  const ordered = check(["bottles", "kilograms"], total, true);
  if (refusal === null) expect(await ordered).toMatchObject({ sums: { total } });
  else await refuses(ordered, refusal, { detail: { total, min: 5, max: 199_999 } });
});

test("nothing is not ordered", async () => {
  await refuses(check(["set"], 100), "cart_empty");
});
