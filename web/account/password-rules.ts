import type { PasswordPolicy } from "#contract/auth";

type PasswordRuleId = "length" | "uppercase" | "lowercase" | "digit" | "special";

interface Limits {
  min: number;
  max: number;
  special: string;
}

export interface PasswordRule {
  id: PasswordRuleId;
  isMet: (password: string) => boolean;
  limits: Limits;
}

/** The server's answer is final. */
export interface PasswordRules extends Limits {
  rules: readonly PasswordRule[];
}

const ownMinLength = 8;

/** For the change-password page: the server's policy, and at least eight characters. */
export function rulesOfPolicy(policy: PasswordPolicy): PasswordRules {
  return rulesOf({ ...policy, min_length: Math.max(ownMinLength, policy.min_length) });
}

export const profileRules: PasswordRules = rulesOf({
  min_length: 6,
  max_length: 15,
  requires_uppercase: true,
  requires_lowercase: true,
  requires_digit: true,
  requires_special: true,
  special_characters: '!@#$%^&*(),.?":{}|<>',
});

export function rulesOf(policy: PasswordPolicy): PasswordRules {
  const limits = {
    min: policy.min_length,
    max: policy.max_length,
    special: policy.special_characters,
  };
  const { min, max, special } = limits;
  const candidates: (Omit<PasswordRule, "limits"> & { isAsked: boolean })[] = [
    {
      id: "length",
      isAsked: true,
      isMet: (password) => [...password].length >= min && [...password].length <= max,
    },
    {
      id: "uppercase",
      isAsked: policy.requires_uppercase,
      isMet: (password) => /[A-Z]/.test(password),
    },
    {
      id: "lowercase",
      isAsked: policy.requires_lowercase,
      isMet: (password) => /[a-z]/.test(password),
    },
    { id: "digit", isAsked: policy.requires_digit, isMet: (password) => /[0-9]/.test(password) },
    {
      id: "special",
      isAsked: policy.requires_special,
      isMet: (password) => [...password].some((character) => special.includes(character)),
    },
  ];
  const rules = candidates
    .filter((rule) => rule.isAsked)
    .map(({ id, isMet }) => ({ id, isMet, limits }));
  return { ...limits, rules };
}

export function missingRules(password: string, asked: PasswordRules): PasswordRules {
  return { ...asked, rules: asked.rules.filter((rule) => !rule.isMet(password)) };
}

export function meetsRules(password: string, { rules }: PasswordRules): boolean {
  return rules.every((rule) => rule.isMet(password));
}
