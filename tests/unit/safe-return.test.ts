import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { safeReturn } from "../../web/account/safe-return.ts";

const origin = "https://shop.test";

test.each([
  ["/zh/orders?page=2&start=2026-01-01", "zh", "/zh/orders?page=2&start=2026-01-01"],
  ["/en/fragrance-quiz", "en", "/en/fragrance-quiz"],
  ["/zh/orders?page=2&from=/zh/cart#o1", "ja", "/ja/orders?page=2&from=/zh/cart#o1"],
  ["/zh", "en", "/en"],
] as const)("a member who came from %s returns there in %s", (from, locale, to) => {
  expect(safeReturn(from, origin, locale)).toBe(to);
});

const elsewhere = `zh/orders https://evil.test/zh/orders //evil.test/zh/orders /\\evil.test/zh
  \\/evil.test /zh\\..\\..\\evil.test javascript:alert(1) /api/v1/auth/logout /local/mail
  /zh/..//evil.test /zh/../api/v1/cart/ /fr/orders /`.split(/\s+/);
const blanks = ["/\t/evil.test/zh", "/\n/evil.test", " /zh/orders", "/zh/or ders"];
test.each([null, "", ...elsewhere, ...blanks])("nobody is sent to %j", (wanted) => {
  expect(safeReturn(wanted, origin, "zh")).toBeNull();
});

test("whatever is accepted stays on this origin when a browser follows it", () => {
  const plain = "/ // \\ zh en .. . @ : evil.test https: %2f %5c ? # orders \u3002 \uFF0F";
  assert(
    property(array(constantFrom("\t", "\n", ...plain.split(" ")), { maxLength: 8 }), (parts) => {
      const accepted = safeReturn(`/${parts.join("")}`, origin, "ja");
      if (accepted === null) return;
      const followed = new URL(accepted, origin);
      expect(followed.origin).toBe(origin);
      expect(followed.pathname).toMatch(/^\/ja(\/|$)/);
    }),
    { numRuns: 2_000 },
  );
});
