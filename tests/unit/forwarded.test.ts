import { addressOf } from "../../worker/upstream/client.ts";
import { changeAddress, changeMe, removeAddress } from "../../worker/upstream/members.ts";
import { keepRecommendation, startSurvey } from "../../worker/upstream/surveys.ts";
import { codeOfSentence } from "../../worker/upstream/catalogue.ts";
import sentences from "../../worker/upstream/sentences.json" with { type: "json" };
import * as jars from "../../worker/upstream/cookie-jar.ts";

const { updatedJar, cookieHeader } = jars;

test.each([changeMe, changeAddress, removeAddress, startSurvey, keepRecommendation])(
  "what $method $path did is done, whatever the upstream says of it",
  ({ mustAnswer, read }) => {
    expect(mustAnswer).toBe(false);
    for (const said of [undefined, null, "ok", [], { ok: true }]) expect(read(said, {})).toBeNull();
  },
);

const base = "https://upstream.example/api/v1";
const outside = ["..", "../x", "%2e%2e", "a/b", "a\\b", "", "//evil.example", "a?b", "a#b", "中"];
test.each([...outside, "x".repeat(65)])("an id %j never becomes part of an address (R58)", (id) => {
  const build = () => addressOf(base, "/orders/{id}", { params: { id } });
  const refusal = { code: "validation_failed", facts: { fields: { id: "invalid" } } };
  expect(build).toThrow(expect.objectContaining(refusal));
});

test.each(["/../admin", "/x/../../..", "/a\\..\\..\\b"])(
  "a template %s that would leave the upstream's prefix is refused (R58)",
  (path) => {
    expect(() => addressOf(base, path, {})).toThrow("left its prefix");
  },
);

test("every sentence of the catalogue has its code, in full-width punctuation too", () => {
  for (const [code, sentence] of Object.entries(sentences)) {
    expect.soft(codeOfSentence(sentence)).toBe(code);
    expect.soft(codeOfSentence(`${sentence.replaceAll(",", "，")}。`)).toBe(code);
  }
  expect(codeOfSentence("註冊失敗: 資料庫忙碌")).toBe("registration_failed");
  expect(codeOfSentence("別的話")).toBeNull();
});

const now = Date.parse("2026-11-20T00:00:00Z");

test("a cookie is kept whatever its name and value", () => {
  const lines = [
    "SESSION=a.b-c_d~e+f/g=; Path=/; HttpOnly",
    'quoted="x y,z"; Secure',
    "__Host-rt=%7B%22v%22%3A1%7D",
  ];
  const jar = updatedJar({}, lines, now);
  const own = { SESSION: "a.b-c_d~e+f/g=", quoted: '"x y,z"' };
  expect(jar).toEqual({ ...own, "__Host-rt": "%7B%22v%22%3A1%7D" });
  const header = 'SESSION=a.b-c_d~e+f/g=; quoted="x y,z"; __Host-rt=%7B%22v%22%3A1%7D';
  expect(cookieHeader(jar)).toBe(header);
});

test("a cookie that ends is gone, a new value takes the place of the old one, the others stay", () => {
  const jar = { a: "1", b: "2", c: "3", d: "4" };
  const lines = [
    "a=x; Max-Age=0",
    "b=y; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    "c= z ; Expires=Fri, 20 Nov 2026 00:00:01 GMT",
  ];
  expect(updatedJar(jar, lines, now)).toEqual({ c: "z", d: "4" });
});

test("what cannot be sent back safely is not kept", () => {
  const lines = ["a=x\r\nX-Evil: 1", "b", "=c", "d=\u{1f600}", `e=${"x".repeat(5_000)}`];
  expect(updatedJar({}, lines, now)).toEqual({});
});

test("a session from before the jar still refreshes its tokens", () => {
  expect(jars.parseJar("abc.def")).toEqual({ refresh_token: "abc.def" });
  expect(jars.parseJar(jars.serialiseJar({ sid: "1" }))).toEqual({ sid: "1" });
  expect(cookieHeader({})).toBeNull();
});

test("eight kilobytes are kept, to the last byte, and no cookie beyond them", () => {
  // Name, value and the two signs between one and the next.
  const half = "v".repeat(4096 - 3);
  const full = updatedJar({}, [`a=${half}`, `b=${half}`, "c=1"], now);
  expect(Object.keys(full)).toEqual(["a", "b"]);
  expect(Object.keys(updatedJar({}, [`a=${half}`, `b=${half}v`], now))).toEqual(["a"]);
});
