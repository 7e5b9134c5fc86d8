import { afterAll, beforeAll, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ vars: { ALLOWED_ORIGINS: "https://partner.example" } });
});
afterAll(() => shop.close());

type Cell = [who: string, headers: Record<string, string>, code: string | null];
const fromPage = { "X-Requested-With": "fetch" };
const cells = (own: string): Cell[] => [
  ["a page of the shop", { ...fromPage, Origin: own }, null],
  ["a page of an allowed origin", { ...fromPage, Origin: "https://partner.example" }, null],
  ["a same-origin fetch without Origin", { ...fromPage, "Sec-Fetch-Site": "same-origin" }, null],
  ["a page of the shop without the header", { Origin: own }, "request_not_from_page"],
  [
    "a page of the shop with another header value",
    { "X-Requested-With": "XMLHttpRequest", Origin: own },
    "request_not_from_page",
  ],
  ["a foreign site", { ...fromPage, Origin: "https://evil.example" }, "origin_refused"],
  ["a sibling domain", { ...fromPage, Origin: `${own}.evil.example` }, "origin_refused"],
  ["a sandboxed frame", { ...fromPage, Origin: "null" }, "origin_refused"],
  ["nobody who says where from", { ...fromPage }, "origin_refused"],
  [
    "a same-site neighbour without Origin",
    { ...fromPage, "Sec-Fetch-Site": "same-site" },
    "origin_refused",
  ],
  [
    "a foreign form",
    { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
    "origin_refused",
  ],
];
const types = ["application/json", "application/x-www-form-urlencoded", "text/plain", ""];
const routes: [method: string, path: string][] = [
  ["POST", "/api/v1/auth/refresh"],
  ["POST", "/api/v1/auth/logout"],
  ["POST", "/api/v1/auth/login/password-verify"],
  ["DELETE", "/api/v1/cart/clear"],
  ["PATCH", "/api/v1/members/me"],
  ["PUT", "/api/v1/shipping-addresses/a1"],
  ["POST", "/api/v1/cart/checkout"],
];

test.each(routes)(
  "%s %s is refused unless a page of ours asks, whatever the content type (R20, R6)",
  async (method, path) => {
    for (const [who, headers, code] of cells(shop.url.origin)) {
      for (const type of types) {
        const answer = await rawRequest(shop, {
          method,
          path,
          headers: { ...headers, ...(type === "" ? {} : { "Content-Type": type }) },
          body: ["{}"],
        });
        const found = /"code":"(\w+)"/.exec(answer.text)?.[1];
        const isRefused = found === "request_not_from_page" || found === "origin_refused";
        expect
          .soft(
            isRefused ? found : null,
            `${who} with ${type || "no type"}: ${answer.status} ${found}`,
          )
          .toBe(code);
        if (isRefused) expect.soft(answer.status).toBe(403);
      }
    }
  },
);

test("the two messages that come through ECPay are judged by their own proof, not by their origin (R53)", async () => {
  for (const path of ["/api/v1/payments/ecpay/notify", "/api/v1/payments/ecpay/return"]) {
    const answer = await rawRequest(shop, {
      method: "POST",
      path,
      headers: {
        Origin: "https://payment-stage.ecpay.com.tw",
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: ["a=b"],
    });
    expect.soft(answer.text).not.toMatch(/origin_refused|request_not_from_page/);
  }
});

test.each([
  "/api/v1/payments/ecpay/notify/x",
  "/api/v1/payments/ecpay//notify",
  "/api/v1/payments/ecpay/other",
])("%s is not one of them (R53)", async (path) => {
  const answer = await rawRequest(shop, {
    method: "POST",
    path,
    headers: { Origin: "https://payment-stage.ecpay.com.tw" },
    body: ["a=b"],
  });
  expect(answer.status).toBe(403);
});
