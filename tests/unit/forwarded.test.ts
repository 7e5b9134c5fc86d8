/** What of a request is passed on to the upstream, and what counts as its answer. */
import { expect, test } from "vitest";
import { addressOf } from "../../worker/upstream/exchange.ts";
import { changeAddress, changeMe, removeAddress } from "../../worker/upstream/members.ts";
import { keepRecommendation, startSurvey } from "../../worker/upstream/surveys.ts";
import { codeOfSentence, refusalOf, upstreamMessages } from "../../worker/upstream/catalogue.ts";

test.each([changeMe, changeAddress, removeAddress, startSurvey, keepRecommendation])(
  "what $method $path did is done, whatever the upstream says of it",
  ({ expects, read }) => {
    expect(expects).not.toBe("answer");
    for (const said of [undefined, null, "ok", [], { ok: true }]) expect(read(said, {})).toBeNull();
  },
);

test.each([
  "..",
  "../x",
  "%2e%2e",
  "a/b",
  "a\\b",
  "",
  "//evil.example",
  "a?b",
  "a#b",
  "中",
  "x".repeat(65),
])("an id %j never becomes part of an address (R58)", (id) => {
  const build = () =>
    addressOf("https://upstream.example/api/v1", "/orders/{id}", { params: { id } });
  expect(build).toThrow("validation_failed");
});

test.each(["/../admin", "/x/../../..", "/a\\..\\..\\b"])(
  "a template %s that would leave the upstream's prefix is refused (R58)",
  (path) => {
    const build = () => addressOf("https://upstream.example/api/v1", path, {});
    expect(build).toThrow("left its prefix");
  },
);

test("every sentence of the catalogue has its code, in full-width punctuation too", () => {
  for (const [code, sentence] of Object.entries(upstreamMessages)) {
    expect.soft(codeOfSentence(sentence)).toBe(code);
    expect.soft(codeOfSentence(`${sentence.replaceAll(",", "，")}。`)).toBe(code);
  }
  expect(codeOfSentence("註冊失敗: 資料庫忙碌")).toBe("registration_failed");
  expect(codeOfSentence("別的話")).toBeNull();
});

test("a detail that is no detail is left out (R67)", () => {
  for (const body of [{ detail: 7 }, { detail: "x".repeat(5_000) }, "text"])
    expect(refusalOf(400, body).facts).toEqual({ status: 400 });
});
