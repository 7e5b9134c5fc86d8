import { expect, test } from "vitest";
import { detectLanguage } from "../../web/i18n/detect-language.ts";

const nothing = { stored: null, cookie: "", languages: [], htmlLang: "" };

test("a choice kept in local storage comes before everything else", () => {
  expect(
    detectLanguage({
      stored: "ja",
      cookie: "i18nextLng=en",
      languages: ["zh-TW"],
      htmlLang: "zh-Hant-TW",
    }),
  ).toBe("ja");
});

test("then the cookie, then the browser's languages in their order, then the document's", () => {
  expect(detectLanguage({ ...nothing, cookie: "a=1; i18nextLng=en; b=2", languages: ["ja"] })).toBe(
    "en",
  );
  expect(detectLanguage({ ...nothing, languages: ["fr-FR", "ja-JP", "en"], htmlLang: "en" })).toBe(
    "ja",
  );
  expect(detectLanguage({ ...nothing, languages: ["fr"], htmlLang: "en" })).toBe("en");
});

test("regional tags such as i18next once stored are understood", () => {
  expect(detectLanguage({ ...nothing, stored: "zh-TW" })).toBe("zh");
  expect(detectLanguage({ ...nothing, stored: "en-US" })).toBe("en");
});

test("a language that the shop does not speak is passed over, and in the end it is Chinese", () => {
  expect(
    detectLanguage({
      ...nothing,
      stored: "de",
      cookie: "i18nextLng=xx; other_i18nextLng=en",
      languages: ["ko-KR"],
    }),
  ).toBe("zh");
  expect(detectLanguage(nothing)).toBe("zh");
});
