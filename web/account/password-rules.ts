import type { PasswordPolicy } from "#contract/auth";

type PasswordRuleId = "length" | "uppercase" | "lowercase" | "digit" | "special";

interface Limits {
  min: number;
  max: number;
  special: string;
}

export interface PasswordRule {
  /** `policy_…`: where the server asks for more than the screen. */
  id: PasswordRuleId | "policy_length" | "policy_special";
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

/** A screen's own rules and the server's where that is stricter: of two lengths only the one that holds is shown. */
export function rulesWithPolicy(own: PasswordRules, policy: PasswordPolicy): PasswordRules {
  const min_length = Math.max(own.min, policy.min_length);
  const max_length = Math.min(own.max, policy.max_length);
  const isNarrower = min_length !== own.min || max_length !== own.max;
  const isPickier = [...own.special].some((sign) => !policy.special_characters.includes(sign));
  const stricter = rulesOf({ ...policy, min_length, max_length }).rules.flatMap(
    (rule): PasswordRule[] => {
      if (rule.id === "length") return isNarrower ? [{ ...rule, id: "policy_length" }] : [];
      if (own.rules.every(({ id }) => id !== rule.id)) return [rule];
      return rule.id === "special" && isPickier ? [{ ...rule, id: "policy_special" }] : [];
    },
  );
  const beside = (rule: PasswordRule) =>
    stricter.filter(({ id }) => id === rule.id || id === `policy_${rule.id}`);
  const added = own.rules.flatMap((rule) =>
    rule.id === "length" && isNarrower ? beside(rule) : [rule, ...beside(rule)],
  );
  return { ...own, rules: [...added, ...stricter.filter((rule) => !added.includes(rule))] };
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

function rulesOf(policy: PasswordPolicy): PasswordRules {
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
