import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { safeReturn } from "../../web/account/safe-return.ts";

const origin = "https://shop.test";

test("a member returns to the page of this shop that they came from, query and all", () => {
  expect(safeReturn("/zh/orders?page=2&start=2026-01-01", origin, "zh")).toBe(
    "/zh/orders?page=2&start=2026-01-01",
  );
  expect(safeReturn("/en/fragrance-quiz", origin, "en")).toBe("/en/fragrance-quiz");
});

test("a member who changed the language before signing in returns in the language they chose", () => {
  expect(safeReturn("/zh/orders?page=2&from=/zh/cart#o1", origin, "ja")).toBe(
    "/ja/orders?page=2&from=/zh/cart#o1",
  );
  expect(safeReturn("/zh", origin, "en")).toBe("/en");
});

for (const wanted of [
  null,
  "",
  "zh/orders",
  "https://evil.test/zh/orders",
  "//evil.test/zh/orders",
  "/\\evil.test/zh",
  "\\/evil.test",
  "/zh\\..\\..\\evil.test",
  "/\t/evil.test/zh",
  "/\n/evil.test",
  " /zh/orders",
  "/zh/or ders",
  "javascript:alert(1)",
  "/api/v1/auth/logout",
  "/local/mail",
  "/zh/..//evil.test",
  "/zh/../api/v1/cart/",
  "/fr/orders",
  "/",
]) {
  test(`nobody is sent to ${JSON.stringify(wanted)}`, () => {
    expect(safeReturn(wanted, origin, "zh")).toBeNull();
  });
}

test("whatever is accepted stays on this origin when a browser follows it", () => {
  const pieces = constantFrom(
    "/",
    "//",
    "\\",
    "zh",
    "en",
    "..",
    ".",
    "@",
    ":",
    "evil.test",
    "https:",
    "%2f",
    "%5c",
    "\t",
    "\n",
    "?",
    "#",
    "orders",
    "\u3002",
    "\uFF0F",
  );
  assert(
    property(array(pieces, { maxLength: 8 }), (parts) => {
      const accepted = safeReturn(`/${parts.join("")}`, origin, "ja");
      if (accepted === null) return;
      const followed = new URL(accepted, origin);
      expect(followed.origin).toBe(origin);
      expect(followed.pathname).toMatch(/^\/ja(\/|$)/);
    }),
    { numRuns: 2_000 },
  );
});
