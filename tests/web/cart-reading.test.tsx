import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import CartDrawer from "../../web/cart/CartDrawer.tsx";
import CartPage from "../../web/pages/cart/CartPage.tsx";
import { add } from "../support/carts.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { openShop, refusal, until, type OpenShop, type ShownPage } from "../support/shown-page.tsx";

/** Its name joins it as soon as it is read. */
const label = "SL-001";

let open: OpenShop;
let member: NewMember;
let page: ShownPage;

beforeAll(async () => {
  open = await openShop();
});
beforeEach(async () => {
  member = await newMember(open.shop);
});
afterEach(async () => {
  await page.leave();
  open.startOver();
});

const read = "GET /cart/";
const loseDatabase = () => open.stage({ "GET /cart/": refusal(500, "internal") });

for (const [place, part, empty] of [
  ["cart page", <CartPage key="page" />, "Your cart is empty"],
  ["cart drawer", <CartDrawer key="drawer" onClose={() => {}} />, "Your cart is empty"],
] as const) {
  const look = async () => void (page = await open.show(part, "/en/cart", member));

  test(`a shopper on the ${place} is told that the cart is empty when it was read, and not before`, async () => {
    await look();
    expect(page.answers(read)).toEqual([]);
    expect(page.text()).toContain("Loading");
    expect(page.text()).not.toContain(empty);
    await page.shows(empty);
    expect(page.answers(read)).not.toEqual([]);
    expect(page.text()).not.toContain("Loading");
  });

  test(`a shopper whose cart cannot be read is told so on the ${place}, and finds it by trying again`, async () => {
    await add(member.shopper);
    loseDatabase();
    await look();
    await until(() => expect(page.alert()).not.toBe(""));
    expect(page.text()).not.toContain(empty);
    open.unstage();
    await page.press("Try again");
    await page.shows(label);
    expect(page.alert()).toBe("");
  });
}

test("a shopper who takes out the last line of a cart that could not be read again sees that nothing is left", async () => {
  const look = async () => void (page = await open.show(<CartPage />, "/en/cart", member));
  await add(member.shopper);
  await look();
  await page.shows(label);
  await page.leave();
  loseDatabase();
  await look();
  await until(() => expect(page.alert()).not.toBe(""));
  expect(page.text()).toContain(label);
  open.unstage();
  await page.press("Remove Sample set 1");
  await page.shows("Your cart is empty");
  expect(page.alert()).toBe("");
});
