import { array, assert, constantFrom, property } from "fast-check";
import * as are from "#contract/screens";
import { screenNames, screens } from "#contract/screens";
import { safeReturn } from "../../web/account/way-in.ts";
import { setLocale } from "../../web/i18n/translate.ts";
import { localeHere } from "../../web/i18n/locale.ts";
import { paths } from "../../web/paths.ts";

test.each([
  [() => paths.login({ from: "/zh/orders?page=2" }), "login?from=%2Fzh%2Forders%3Fpage%3D2"],
  [() => paths.orders({ page: 3, start: "2026-01-01" }), "orders?page=3&start=2026-01-01"],
  [() => paths.changePassword({ force: true }), "change-password?force=true"],
  [() => paths.scents({ word: "雨", near: undefined, note: "" }), "scents?word=%E9%9B%A8"],
  [() => paths.fragranceQuiz({ retryFrom: "r/1" }), "fragrance-quiz?retryFrom=r%2F1"],
])("the address %s carries its query, without what is not given", (made, address) => {
  setLocale("ja");
  expect(made()).toBe(`/ja/${address}`);
});

test("a quiz, a profile and orders are a member's, and everybody may see the rest", () => {
  const members = screenNames.filter((name) => screens[name].guarded);
  expect(members).toEqual(["fragranceQuiz", "profile", "orders", "order"]);
});

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
  /zh/..//evil.test /zh/../api/v1/cart/ /fr/orders /
  /zh/login /en/login?from=/en/login /ja/otp-verification /zh/orders/../register/`.split(/\s+/);
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

const nothing = { stored: null, cookie: "", languages: [], htmlLang: "" };

const english = { htmlLang: "en" };
const every = { cookie: "i18nextLng=en", languages: ["zh-TW"], htmlLang: "zh-Hant-TW" };
const strange = { cookie: "i18nextLng=xx; other_i18nextLng=en", languages: ["ko-KR"] };

test.each<[what: string, told: object, language: string]>([
  ["a choice kept in local storage first", { ...every, stored: "ja" }, "ja"],
  ["then the cookie", { cookie: "a=1; i18nextLng=en; b=2", languages: ["ja"] }, "en"],
  ["then the browser's, in order", { languages: ["fr-FR", "ja-JP", "en"], ...english }, "ja"],
  ["then the document's", { languages: ["fr"], ...english }, "en"],
  ["a regional tag as i18next once stored it", { stored: "zh-TW" }, "zh"],
  ["no language that the shop does not speak", { ...strange, stored: "de" }, "zh"],
  ["in the end Chinese", {}, "zh"],
])("a page speaks %s", (_what, told, language) => {
  const { stored, cookie, languages, htmlLang } = { ...nothing, ...told };
  const localStorage = { getItem: () => stored };
  vi.stubGlobal("window", { location: { pathname: "/" }, localStorage });
  vi.stubGlobal("navigator", { languages });
  vi.stubGlobal("document", { cookie, documentElement: { lang: htmlLang } });
  expect(localeHere()).toBe(language);
  vi.unstubAllGlobals();
});

const whose = (is: (name: are.ScreenName) => boolean) => screenNames.filter(is).join(" ");

test("search engines, the site map and the build know their screens, and two addresses are nobody else's", () => {
  const listed = "home login register forgotPassword";
  expect(whose(are.isListed)).toBe(`${listed} scents house info`);
  const all = `${listed} fragranceQuiz scents cart scent library house info`;
  expect(whose(are.isPrerendered)).toBe(all);
  expect(whose(are.isPrivate)).toBe("order paymentResult");
});
