import { shippedInfoPages } from "../../worker/content/shipped.ts";
import { App } from "../../web/App.tsx";
import { cartWith, signInHere } from "../support/buying.ts";
import { forgetQuiz } from "../support/quiz-screens.ts";
import { openPages, page, refusal, until } from "../support/shown-page.tsx";
import { wholeShop } from "../support/whole-shop.ts";

const open = openPages();
const all = {
  ...wholeShop,
  "GET /cart/": { json: cartWith() },
  "GET /scents": { json: { data: [] } },
  "GET /info-pages/PrivacyPolicy": { json: shippedInfoPages.PrivacyPolicy },
};
beforeEach(() => signInHere());
afterEach(forgetQuiz);

test.each([
  ["a scent", "scent/1", "GET /scents/1", "The story of 1."],
  ["the library", "scents", "GET /scents", "Our scents will be here shortly"],
  [
    "the earlier answers",
    "fragrance-quiz?retryFrom=response-0",
    "GET /surveys/responses/response-0/full",
    "Your earlier answers are filled in",
  ],
  ["an information page", "info/PrivacyPolicy", "GET /info-pages/PrivacyPolicy", "What we collect"],
  ["the cart", "cart", "GET /cart/", "Your cart is empty"],
  ["one's orders", "orders", "GET /orders/my-orders", "No orders yet"],
  ["an order", "orders/o1", "GET /orders/o1", "Noor Test"],
  ["the quiz", "fragrance-quiz", "GET /config", "How would you like to try your scent?"],
  ["one's details", "profile", "GET /members/me", "Last name"],
  ["one's addresses", "profile?tab=addresses", "GET /shipping-addresses", "1 Fig Lane"],
  ["one's devices", "profile?tab=sessions", "GET /auth/sessions", "These devices are signed in"],
  ["one's list", "profile?tab=refusals", "GET /members/me/refusals", "Your avoid list is empty"],
  ["one's second step", "profile?tab=password", "GET /auth/second-step", "Two-step sign-in Off"],
  ["the rules of passwords", "change-password", "GET /auth/password-policy", "Current password"],
])("%s is waited for, and read by another try", async (_what, path, call, shown) => {
  open.stage(all);
  const come = open.hold(call, refusal(503, "upstream_maintenance"));
  await open.show(<App />, `/en/${path}`);
  const screen = () => document.querySelector("#main")?.textContent ?? "";
  await until(() => expect(screen()).toContain("Loading"));
  expect(page.alert() + screen()).not.toContain(shown);
  come();
  await until(() => expect(page.alert()).toContain("maintenance"));
  expect(screen()).not.toContain("Loading");
  expect(screen()).not.toContain(shown);
  open.stage(all);
  await page.press("Try again");
  await until(() => expect(screen()).toContain(shown));
  expect(page.alert()).toBe("");
});
