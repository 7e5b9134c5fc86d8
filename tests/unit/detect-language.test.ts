import { expect, test } from "vitest";
import { detectLanguage } from "../../web/i18n/detect-language.ts";

const nothing = { stored: null, cookie: "", languages: [], htmlLang: "" };

const english = { htmlLang: "en" };
const every = { cookie: "i18nextLng=en", languages: ["zh-TW"], htmlLang: "zh-Hant-TW" };
const strange = { cookie: "i18nextLng=xx; other_i18nextLng=en", languages: ["ko-KR"] };

test.each<[what: string, told: object, language: string]>([
  ["a choice kept in local storage first", { ...every, stored: "ja" }, "ja"],
  ["then the cookie", { cookie: "a=1; i18nextLng=en; b=2", languages: ["ja"] }, "en"],
  [
    "then the browser's languages in order",
    { languages: ["fr-FR", "ja-JP", "en"], ...english },
    "ja",
  ],
  ["then the document's", { languages: ["fr"], ...english }, "en"],
  ["a regional tag as i18next once stored it", { stored: "zh-TW" }, "zh"],
  ["another", { stored: "en-US" }, "en"],
  ["no language that the shop does not speak", { ...strange, stored: "de" }, "zh"],
  ["in the end Chinese", {}, "zh"],
])("a page speaks %s", (_what, told, language) => {
  expect(detectLanguage({ ...nothing, ...told })).toBe(language);
});
