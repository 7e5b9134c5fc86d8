import { expect, test } from "vitest";
import { cashierOf } from "#ecpay/vocabulary";

test.each([
  ["production", "https://payment.ecpay.com.tw"],
  ["stage", "https://payment-stage.ecpay.com.tw"],
] as const)("in %s forms go to ECPay itself", (environment, origin) => {
  expect(cashierOf(environment, "https://shop.example")).toEqual({ origin, url: origin });
});

/** Another site for the browser, as ECPay is, on the same computer. */
test.each([
  ["http://localhost:5173", "http://127.0.0.1:5173"],
  ["http://127.0.0.1:5173", "http://localhost:5173"],
  ["http://shop.test:5173", "http://shop.test:5173"],
])("of a shop at %s the stand-in is at %s", (publicOrigin, origin) => {
  expect(cashierOf("stand-in", publicOrigin)).toEqual({ origin, url: `${origin}/local/ecpay` });
});
