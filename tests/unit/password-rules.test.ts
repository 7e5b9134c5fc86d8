import { expect, test } from "vitest";
import type { PasswordPolicy } from "#contract/auth";
import {
  meetsRules,
  missingRules,
  profileRules,
  rulesOfPolicy,
  rulesWithPolicy,
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

const own = profileRules.special;

test.each<[string, Partial<PasswordPolicy>, string[], object]>([
  ["as strict", { min_length: 6, special_characters: own }, all, {}],
  ["looser", { min_length: 4, max_length: 99, special_characters: `${own}~` }, all, {}],
  [
    "longer",
    { special_characters: own },
    ["policy_length", ...all.slice(1)],
    { min: 8, max: 15, special: own },
  ],
  [
    "shorter",
    { min_length: 4, max_length: 12, special_characters: own },
    ["policy_length", ...all.slice(1)],
    { min: 6, max: 12 },
  ],
  ["pickier", { min_length: 6 }, [...all, "policy_special"], { special: "!#%" }],
])("a server that is %s than the profile shows so at the rule itself", (_, wish, ids, limits) => {
  const shown = rulesWithPolicy(profileRules, { ...policy, ...wish });
  expect(idsOf(shown)).toEqual(ids);
  expect(shown).toMatchObject({ min: 6, max: 15, special: own });
  const added = shown.rules.find(({ id }) => id.startsWith("policy_"));
  expect(added?.limits ?? {}).toMatchObject(limits);
});

test("what only the server asks for comes last, and holds", () => {
  const lax = rulesOfPolicy({ ...policy, requires_digit: false, requires_special: false });
  const shown = rulesWithPolicy(lax, policy);
  expect(idsOf(shown)).toEqual(all);
  expect(idsOf(missingRules("RainRain", shown))).toEqual(["digit", "special"]);
});
