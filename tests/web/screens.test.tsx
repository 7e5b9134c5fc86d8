/** What stands on each screen in its states, by the keys of its texts: a review reads the files in `screens` as it reads code. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { namespacesOf, screenOfPath } from "#contract/screens";
import { App } from "../../web/App.tsx";
import { routes } from "../../web/routes.tsx";
import { cartWith, listOf, orderLine, orderOf, signInHere } from "../support/buying.ts";
import { forgetQuiz } from "../support/quiz-screens.ts";
import { openPages, page, refusal, type Answers } from "../support/shown-page.tsx";
import { business, kilograms, result, standsStill, wholeShop } from "../support/whole-shop.ts";

const open = openPages("keys");

const statuses = ["payment_pending", "payment_failed", "pending", "processing", "shipped"];
const manyOrders = [...statuses, "delivered", "completed", "cancelled", "odd"].map((status, at) =>
  orderOf({
    id: `o${at}`,
    order_id: `SL-${at}`,
    status,
    order_items: [
      orderLine(),
      ...(at % 2
        ? [orderLine({ id: "2", type: "FINISHED_PRODUCT", amount: 100, price: 380 })]
        : []),
    ],
  }),
);

const down = refusal(503, "upstream_maintenance");

type Who = "guest" | "member";
const screens: [file: string, who: Who, path: string, change?: Answers][] = [
  ["home", "guest", "home"],
  ["home of a member", "member", "home"],
  ["login", "guest", "login"],
  ["login on the way", "guest", "login?from=/en/orders"],
  ["register", "guest", "register"],
  ["forgot password", "guest", "forgot-password"],
  ["change password", "member", "change-password"],
  ["change password, owed", "member", "change-password?force=true"],
  ["profile", "member", "profile"],
  ["profile of a business", "member", "profile", { "GET /members/me": business }],
  ["profile, password", "member", "profile?tab=password"],
  ["profile, addresses", "member", "profile?tab=addresses"],
  ["profile, never use", "member", "profile?tab=refusals"],
  ["profile, devices", "member", "profile?tab=sessions"],
  ["cart", "member", "cart"],
  ["cart of a guest", "guest", "cart", { "GET /cart/": { json: cartWith(kilograms) } }],
  ["cart, empty", "guest", "cart", { "GET /cart/": { json: cartWith() } }],
  ["cart, unreadable", "guest", "cart", { "GET /cart/": down }],
  ["checkout", "member", "checkout"],
  [
    "checkout, nothing saved",
    "member",
    "checkout",
    { "GET /shipping-addresses": { json: { data: [] } } },
  ],
  ["payment, paid", "member", "payment-result?data=a&sig=b", result("success")],
  ["payment, failed", "member", "payment-result?data=a&sig=b", result("failed")],
  ["payment, unreadable", "member", "payment-result"],
  ["orders", "member", "orders", { "GET /orders/my-orders": { json: listOf(...manyOrders) } }],
  ["orders, none", "member", "orders"],
  ["orders, none in these days", "member", "orders?start=2026-01-01&end=2026-01-31"],
  ["orders, unreadable", "member", "orders", { "GET /orders/my-orders": down }],
  ["order, shipped", "member", "orders/o1"],
  ...manyOrders
    .slice(0, 3)
    .map((one): [string, Who, string, Answers] => [
      `order, ${one.status}`,
      "member",
      "orders/o1",
      { "GET /orders/o1": { json: { ...one, id: "o1" } } },
    ]),
  ["purchase options", "guest", "purchase-options?productId=1&productNumber=SL-1"],
  [
    "purchase options of a business",
    "member",
    "purchase-options?productId=1&productNumber=SL-1&userType=enterprise",
    { "GET /members/me": business },
  ],
  ["purchase options without a number", "guest", "purchase-options"],
  ["quiz", "member", "fragrance-quiz", { "GET /cart/": { json: cartWith() } }],
  [
    "quiz of a business",
    "member",
    "fragrance-quiz",
    { "GET /cart/": { json: cartWith() }, "GET /members/me": business },
  ],
  ["scent", "guest", "scent/1"],
];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T04:00:00Z") });
  // What a screen loads late is here at the first look.
  await Promise.all(Object.values(routes).map(({ prepare }) => prepare("/en/home")));
});
afterEach(forgetQuiz);

test.each(screens)("%s", async (file, who, path, change = {}) => {
  if (who === "member") signInHere();
  open.stage({ ...wholeShop, ...change });
  await open.show(<App />, `/en/${path}`);
  await standsStill(page);
  // Around every screen stands the same, which home shows.
  const whole = page.outline(file === "home" ? "main" : "#main");
  const loaded = namespacesOf(screenOfPath(location.pathname.slice("/en/".length)) ?? "home");
  const keys = whole.match(/\b(common|auth|shop)(?=\.[a-z_]+\b)/g);
  // This tab alone loads further texts.
  const needed = file === "profile, never use" ? [...loaded, "shop"] : loaded;
  expect(needed).toEqual(expect.arrayContaining([...new Set(keys)]));
  expect(`${whole}\n→ ${location.pathname}${location.search}\n`).toMatchSnapshot();
  await page.leave();
});
