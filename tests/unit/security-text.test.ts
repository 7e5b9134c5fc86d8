import { expect, test } from "vitest";
import { locales } from "../../worker/contract/locales.ts";
import { brand } from "../../worker/brand/brand.ts";
import { securityText } from "../../worker/documents/security-text.ts";

const day = 24 * 3_600_000;
const today = Date.UTC(2026, 10, 22);
const expiresAt = (now: number) =>
  Date.parse(/^Expires: (.*)$/m.exec(securityText("https://sillage.test", now))?.[1] ?? "");

test("whoever finds a hole learns where to write, in which languages, and that the file is this shop's", () => {
  const lines = securityText("https://sillage.test", today).split("\n");
  expect(lines).toContain(`Contact: mailto:${brand.security_email}`);
  expect(lines).toContain("Canonical: https://sillage.test/.well-known/security.txt");
  expect(lines).toContain("Preferred-Languages: zh-Hant-TW, en, ja");
  expect(locales).toHaveLength(3);
});

test("on no day of ten years has the file run out, or is it valid for a year", () => {
  for (let at = today; at < today + 3_653 * day; at += day) {
    const ahead = expiresAt(at) - at;
    expect(ahead).toBeGreaterThan(149 * day);
    expect(ahead).toBeLessThan(181 * day);
  }
});
