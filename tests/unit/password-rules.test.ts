import { expect, test } from "vitest";
import type { PasswordPolicy } from "#contract/auth";
import {
  meetsRules,
  missingRules,
  profileRules,
  rulesOfPolicy,
  type PasswordRules,
} from "../../web/account/password-rules.ts";

const policy: PasswordPolicy = {
  min_length: 8,
  max_length: 15,
  requires_uppercase: true,
  requires_lowercase: true,
  requires_digit: true,
  requires_special: true,
  special_characters: "!#%",
};
const idsOf = ({ rules }: PasswordRules) => rules.map(({ id }) => id);
const all = ["length", "uppercase", "lowercase", "digit", "special"];

test.each([
  ["Rain#202", []],
  ["Rain#20", ["length"]],
  ["Rain#2026Rain#2", []],
  ["Rain#2026Rain#20", ["length"]],
  ["🌧Rain#2", ["length"]],
  ["🌧🌧🌧🌧🌧🌧🌧Rain#202", []],
  ["rain#2026", ["uppercase"]],
  ["RAIN#2026", ["lowercase"]],
  ["Rain#Rain", ["digit"]],
  ["Rain?2026", ["special"]],
  ["ÄÖÜäöü９", ["length", "uppercase", "lowercase", "digit", "special"]],
])("to the password %s the policy misses %j", (password, missing) => {
  const rules = rulesOfPolicy(policy);
  expect(idsOf(missingRules(password, rules))).toEqual(missing);
  expect(meetsRules(password, rules)).toBe(missing.length === 0);
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
  expect(["Ra#26", "Rain#2", "Rain#2026-after", "Rain#2026-afterr"].map(fits)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

const fits = (password: string) => meetsRules(password, profileRules);
