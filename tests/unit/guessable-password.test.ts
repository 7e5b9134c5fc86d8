import { expect, test } from "vitest";
import { isMostlyRuns } from "../../worker/platform/guessable.ts";
import { isGuessablePassword } from "../../worker/shop/sign-in/guessable-password.ts";

const own = ["mei.lin@example.test", "Mei", "Wang-Lin", "Example Studio Ltd", "雅婷"];

test.each([
  "Password1!",
  "P@ssw0rd",
  "P@$$w0rd2026!",
  "Qwerty123!",
  "1qaz@WSX",
  "!QAZ2wsx",
  "Aa1!Aa1!",
  "Dragon#2026",
  "Summer2026!",
  "Password.Dragon1",
  "ＰＡＳＳｗｏｒｄ１！",
])("%s is refused: it is a common word (R31, ASVS 6.2.4)", (password) => {
  expect(isGuessablePassword(password, [])).toBe(true);
});

test.each([
  "Sillage#2026",
  "5!LLAGE2026a",
  "MySillage1!",
  "Fr@grance99",
  "Aa1!香跡香跡",
  "Xiangji#2026",
  "Kousui#2026",
])("%s is refused: it is about the shop (R31, ASVS 6.2.11)", (password) => {
  expect(isGuessablePassword(password, [])).toBe(true);
});

test.each(["Mei.Lin#2026", "W@ng2026!", "WangMei#88", "Studio#2026", "雅婷Aa1!雅婷", "Example1!"])(
  "%s is refused to the member whose name is in it, and to nobody else (R31, ASVS 6.2.11)",
  (password) => {
    expect(isGuessablePassword(password, own)).toBe(true);
    expect(isGuessablePassword(password, ["Sato", "Ken"])).toBe(isGuessablePassword(password, []));
  },
);

test.each([
  "Vetiver&Rain2026",
  "8#My4!X9z2",
  "Osmanthus|77",
  "correct horse Battery 7 staple!",
  "Sillage of wet Stone at 6!",
  "Tr0mb0ne&Lichen",
  "雨あがりの檜林Aa1!",
])("%s is accepted", (password) => {
  expect(isGuessablePassword(password, own)).toBe(false);
});

test("a kilobyte of one letter or of a common word is judged at once", () => {
  const started = performance.now();
  for (const password of [
    "a".repeat(1024),
    "password".repeat(128),
    "@1!".repeat(340),
    "ab".repeat(512),
  ])
    isGuessablePassword(password, own);
  expect(performance.now() - started).toBeLessThan(100);
});

test.each([
  ["abcd", true],
  ["dcba", true],
  ["aaaa", true],
  ["abcx", false],
  ["acegik", false],
  ["abyzmn", false],
])("whether more than two in three letters of %s follow the one before: %s", (text, isRun) => {
  expect(isMostlyRuns([...text])).toBe(isRun);
});
