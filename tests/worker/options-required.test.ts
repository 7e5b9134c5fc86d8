/** Who buys on the options page cannot go round it by hand; who buys in the window needs no options. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { finishedJars } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";

let shop: Shop;
beforeAll(async () => void (shop = await startShop()));
afterAll(() => shop.close());

/** As an operator of the upstream. */
async function sellJars(way: "on the page" | "in the window"): Promise<void> {
  const said = await shop.fetch("/local/service/reorder-settings", {
    method: "PUT",
    headers: { Authorization: `Bearer ${shop.serviceToken}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      data: [
        { user_type: "PERSONAL_JAR", use_purchase_options_page: way === "on the page" },
        { user_type: "PERSONAL_PAPER", use_purchase_options_page: false },
        { user_type: "ENTERPRISE", use_purchase_options_page: true },
      ],
    }),
  });
  expect(said.status).toBe(200);
}
beforeEach(() => sellJars("on the page"));

const bareJars = finishedJars({ addonItemIds: [] });
const needsOptions = {
  status: 400,
  body: { code: "options_required", fields: { addonItemIds: "required" } },
};

test.each([
  ["jars", bareJars],
  ["jars that say nothing of options", finishedJars({ addonItemIds: undefined })],
  ["kilograms", { ...bareJars, itemType: "LARGE_JAR_KG", amount: 3 }],
])(
  "%s without options are refused where the setting names the options page",
  async (_what, body) => {
    expect(await newShopper(shop).send("POST", "/cart/items", body)).toMatchObject(needsOptions);
  },
);

test("packs and, once the operator says so, jars are bought in the window without options", async () => {
  const shopper = newShopper(shop);
  const packs = { ...bareJars, itemType: "SAMPLE_PAPER", amount: 20 };
  expect(await shopper.send("POST", "/cart/items", packs)).toMatchObject({
    status: 200,
    body: { totalPrice: 1_080 },
  });
  await sellJars("in the window");
  const jars = { ...bareJars, amount: 150 };
  expect(await newShopper(shop).send("POST", "/cart/items", jars)).toMatchObject({
    status: 200,
    body: { totalPrice: 57_000 },
  });
});

test("a bare line from before the page was named cannot be ordered, and nothing is charged", async () => {
  await sellJars("in the window");
  const { shopper } = await newMember(shop);
  const { body: cart } = await shopper.send("POST", "/cart/items", bareJars);
  await sellJars("on the page");
  const form = checkoutForm(cart);
  const answer = await shopper.send("POST", "/cart/checkout", form, {
    "Idempotency-Key": "bare-line-of-before",
  });
  expect(answer).toMatchObject(needsOptions);
  expect((await shopper.get("/orders/my-orders?skip=0&limit=10")).body.data).toEqual([]);
  expect((await shopper.get("/cart/")).body.totalItems).toBe(1);
});
