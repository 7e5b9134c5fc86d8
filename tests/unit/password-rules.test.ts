import type { PasswordPolicy } from "#contract/auth";
import {
  profileRules,
  rulesOfPolicy,
  type PasswordRules,
} from "../../web/account/password-rules.ts";
import * as judge from "#contract/guessable";
import { password_words as brandWords } from "#brand/brand.json";

const { isMostlyRuns } = judge;
const isGuessablePassword = (password: string, own: readonly string[]) =>
  judge.isGuessablePassword(password, [brandWords, ...own]);

const policy: PasswordPolicy = {
  min_length: 8,
  max_length: 15,
  requires_uppercase: true,
  requires_lowercase: true,
  requires_digit: true,
  requires_special: true,
  special_characters: "!#%",
};
const idsOf = ({ rules }: Pick<PasswordRules, "rules">) => rules.map(({ id }) => id);
const missed = (password: string, { rules }: PasswordRules) =>
  idsOf({ rules: rules.filter((rule) => !rule.isMet(password)) });
const all = ["length", "uppercase", "lowercase", "digit", "special"];

test.each([
  ["Rain#202", []],
  ["Rain#20", ["length"]],
  ["Rain#2026Rain#20", ["length"]],
  ["🌧Rain#2", ["length"]],
  ["rain#2026", ["uppercase"]],
  ["RAIN#2026", ["lowercase"]],
  ["Rain#Rain", ["digit"]],
  ["Rain?2026", ["special"]],
  ["ÄÖÜäöü９", ["length", "uppercase", "lowercase", "digit", "special"]],
])("to the password %s the policy misses %j", (password, missing) => {
  expect(missed(password, rulesOfPolicy(policy))).toEqual(missing);
});

test("a policy asks for no less than eight characters, and for nothing that it does not name", () => {
  expect(idsOf(rulesOfPolicy(policy))).toEqual(all);
  expect(rulesOfPolicy({ ...policy, min_length: 6 })).toMatchObject({ min: 8, max: 15 });
  expect(rulesOfPolicy({ ...policy, min_length: 10 })).toMatchObject({ min: 10 });
  for (const rule of all.slice(1)) {
    const without = { ...policy, [`requires_${rule}`]: false };
    expect(idsOf(rulesOfPolicy(without))).toEqual(all.filter((one) => one !== rule));
  }
});

test("the profile asks for 6 to 15 characters of every kind, as documented", () => {
  expect(idsOf(profileRules)).toEqual(all);
  const fits = (password: string) => missed(password, profileRules).length === 0;
  const fitting = ["Ra#26", "Rain#2", "Rain#2026-after", "Rain#2026-afterr"].filter(fits);
  expect(fitting).toEqual(["Rain#2", "Rain#2026-after"]);
});

const own = ["mei.lin@example.test", "Mei", "Wang-Lin", "Example Studio Ltd", "雅婷"];

const common =
  "Password1! P@ssw0rd P@$$w0rd2026! Qwerty123! 1qaz@WSX !QAZ2wsx Aa1!Aa1! Dragon#2026 " +
  "Summer2026! Password.Dragon1 ＰＡＳＳｗｏｒｄ１！";
test.each(common.split(" "))("%s is refused: it is a common word (R31, ASVS 6.2.4)", (password) => {
  expect(isGuessablePassword(password, [])).toBe(true);
});

const ours =
  "Sillage#2026 5!LLAGE2026a MySillage1! Fr@grance99 Aa1!香跡香跡 Xiangji#2026 Kousui#2026";
test.each(ours.split(" "))("%s is refused: it is about the shop (R31, ASVS 6.2.11)", (password) => {
  expect(isGuessablePassword(password, [])).toBe(true);
});

test.each(["Mei.Lin#2026", "W@ng2026!", "WangMei#88", "Studio#2026", "雅婷Aa1!雅婷", "Example1!"])(
  "%s is refused to the member whose name is in it, and to nobody else (R31, ASVS 6.2.11)",
  (password) => {
    expect(isGuessablePassword(password, own)).toBe(true);
    expect(isGuessablePassword(password, ["Sato", "Ken"])).toBe(isGuessablePassword(password, []));
  },
);

test("names of a single sign count as words (R31, ASVS 6.2.11)", () => {
  expect(isGuessablePassword("林k雲q7#94", ["林", "雲"])).toBe(true);
  expect(isGuessablePassword("林k雲q7#94", ["Sato"])).toBe(false);
});

test.each([
  "Vetiver&Rain2026",
  "8#My4!X9z2",
  "Osmanthus|77",
  "Sillage of wet Stone at 6!",
  "雨あがりの檜林Aa1!",
])("%s is accepted", (password) => {
  expect(isGuessablePassword(password, own)).toBe(false);
});

test.each([
  ["abcd", true],
  ["aaaa", true],
  ["abcx", false],
  ["abyzmn", false],
])("whether more than two in three letters of %s follow the one before: %s", (text, isRun) => {
  expect(isMostlyRuns([...text])).toBe(isRun);
});
