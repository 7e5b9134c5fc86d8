import { expect, test } from "vitest";
import { locales } from "#contract/locales";
import { infoContexts, screenOfPath } from "#contract/screens";
import { paths } from "../../web/paths.ts";

const below = (address: string) =>
  new URL(address, "https://shop.test").pathname.split("/").slice(2).join("/");

for (const locale of locales) {
  test(`every address in ${locale} leads to a screen`, () => {
    const addresses = {
      home: paths.home({ locale }),
      login: paths.login({ locale }),
      register: paths.register({ locale }),
      changePassword: paths.changePassword({ locale, force: true }),
      forgotPassword: paths.forgotPassword({ locale }),
      otpVerification: paths.otpVerification({ locale }),
      fragranceQuiz: paths.fragranceQuiz({ locale }),
      profile: paths.profile({ locale, tab: "addresses" }),
      orders: paths.orders({ locale, page: 2 }),
      cart: paths.cart({ locale }),
      checkout: paths.checkout({ locale }),
      paymentResult: paths.paymentResult({ locale }),
      purchaseOptions: paths.purchaseOptions({
        locale,
        productId: "p1",
        productNumber: "A-01",
        userType: "enterprise",
      }),
      scent: paths.scent({ locale, id: "hinoki-rain" }),
    };
    for (const [screen, address] of Object.entries(addresses)) {
      expect(address.startsWith(`/${locale}/`)).toBe(true);
      expect(screenOfPath(below(address))).toBe(screen);
    }
    for (const context of infoContexts)
      expect(screenOfPath(below(paths.info({ locale, context })))).toBe("info");
  });
}

test("an address carries its query and leaves out what is not given", () => {
  expect(paths.login({ locale: "zh", from: "/zh/orders?page=2&start=2026-01-01" })).toBe(
    "/zh/login?from=%2Fzh%2Forders%3Fpage%3D2%26start%3D2026-01-01",
  );
  expect(paths.orders({ locale: "en", page: 1 })).toBe("/en/orders");
  expect(paths.orders({ locale: "en", page: 3, start: "2026-01-01" })).toBe(
    "/en/orders?page=3&start=2026-01-01",
  );
  expect(paths.changePassword({ locale: "ja" })).toBe("/ja/change-password");
  expect(paths.changePassword({ locale: "ja", force: true })).toBe(
    "/ja/change-password?force=true",
  );
  expect(paths.fragranceQuiz({ locale: "ja", retryFrom: "r 1", selectedProduct: "p/2" })).toBe(
    "/ja/fragrance-quiz?retryFrom=r+1&selectedProduct=p%2F2",
  );
});
