import { expect, test } from "vitest";
import { locales } from "#contract/locales";
import { infoContexts, screenNames, screenOfPath, screens } from "#contract/screens";
import { paths } from "../../web/paths.ts";

const below = (address: string) =>
  new URL(address, "https://shop.test").pathname.split("/").slice(2).join("/");

test.each(locales)("every address in %s leads to a screen", (locale) => {
  const item = { productId: "p1", productNumber: "A-01", userType: "enterprise" } as const;
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
    purchaseOptions: paths.purchaseOptions({ locale, ...item }),
    scent: paths.scent({ locale, id: "hinoki-rain" }),
  };
  for (const [screen, address] of Object.entries(addresses)) {
    expect(address.startsWith(`/${locale}/`)).toBe(true);
    expect(screenOfPath(below(address))).toBe(screen);
  }
  for (const context of infoContexts)
    expect(screenOfPath(below(paths.info({ locale, context })))).toBe("info");
});

test.each([
  [
    paths.login({ locale: "zh", from: "/zh/orders?page=2&start=2026-01-01" }),
    "/zh/login?from=%2Fzh%2Forders%3Fpage%3D2%26start%3D2026-01-01",
  ],
  [paths.orders({ locale: "en", page: 1 }), "/en/orders"],
  [
    paths.orders({ locale: "en", page: 3, start: "2026-01-01" }),
    "/en/orders?page=3&start=2026-01-01",
  ],
  [paths.changePassword({ locale: "ja" }), "/ja/change-password"],
  [paths.changePassword({ locale: "ja", force: true }), "/ja/change-password?force=true"],
  [
    paths.fragranceQuiz({ locale: "ja", retryFrom: "r 1", selectedProduct: "p/2" }),
    "/ja/fragrance-quiz?retryFrom=r+1&selectedProduct=p%2F2",
  ],
])("the address %s carries its query, without what is not given", (made, address) => {
  expect(made).toBe(address);
});

test("a quiz, a profile and orders are a member's, and everybody may see the rest", () => {
  const members = screenNames.filter((name) => screens[name].guarded);
  expect(members).toEqual(["fragranceQuiz", "profile", "orders", "order"]);
});
