import { password_words as brandWords } from "#brand/brand.json";
import type { PasswordPolicy } from "#contract/auth";
import { isGuessablePassword } from "#contract/guessable";

interface PasswordRule {
  id: "length" | "uppercase" | "lowercase" | "digit" | "special" | "unguessable";
  isMet: (password: string) => boolean;
}

/** The server's answer is final. */
export type PasswordRules = ReturnType<typeof rulesOf>;

const ownMinLength = 8;

export function rulesOfPolicy(policy: PasswordPolicy): PasswordRules {
  return rulesOf({ ...policy, min_length: Math.max(ownMinLength, policy.min_length) });
}

export const profileRules = rulesOf({
  min_length: 6,
  max_length: 15,
  requires_uppercase: true,
  requires_lowercase: true,
  requires_digit: true,
  requires_special: true,
  special_characters: '!@#$%^&*(),.?":{}|<>',
});

export function rulesOf(policy: PasswordPolicy) {
  const { min_length: min, max_length: max, special_characters: special } = policy;
  const isLongEnough = (length: number) => length >= min && length <= max;
  const rules: (PasswordRule | false)[] = [
    { id: "length", isMet: (password) => isLongEnough([...password].length) },
    policy.requires_uppercase && { id: "uppercase", isMet: (password) => /[A-Z]/.test(password) },
    policy.requires_lowercase && { id: "lowercase", isMet: (password) => /[a-z]/.test(password) },
    policy.requires_digit && { id: "digit", isMet: (password) => /[0-9]/.test(password) },
    policy.requires_special && {
      id: "special",
      isMet: (password) => [...password].some((character) => special.includes(character)),
    },
  ];
  return { min, max, special, rules: rules.filter((rule) => rule !== false) };
}

export function withJudge(asked: PasswordRules, known: readonly string[]): PasswordRules {
  const isMet = (password: string) => !isGuessablePassword(password, [brandWords, ...known]);
  return { ...asked, rules: [...asked.rules, { id: "unguessable", isMet }] };
}
