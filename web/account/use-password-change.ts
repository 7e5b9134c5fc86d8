import { useState } from "react";
import { ApiError } from "../api/client.ts";
import { changePassword, usePasswordPolicy } from "../api/account.ts";
import { missingRules, rulesWithPolicy, type PasswordRules } from "./password-rules.ts";

/** Told at the field itself. */
const fieldFailures = ["wrong_old_password", "password_guessable"] as const;
type FieldFailure = (typeof fieldFailures)[number];

type PasswordFailure =
  | { kind: FieldFailure | "other"; error: unknown }
  | { kind: "missing_rules"; missing: PasswordRules };

export function usePasswordChange(rules: PasswordRules) {
  const { data: policy } = usePasswordPolicy();
  const shown = policy === undefined ? rules : rulesWithPolicy(rules, policy);
  const [refusal, setRefusal] = useState<{ error: unknown; password: string } | null>(null);

  /** @returns whether the password was changed. */
  const change = async (oldPassword: string, newPassword: string): Promise<boolean> => {
    setRefusal(null);
    try {
      await changePassword(oldPassword, newPassword);
      return true;
    } catch (error) {
      setRefusal({ error, password: newPassword });
      return false;
    }
  };

  // Sorted with every rendering: the policy may arrive after the refusal.
  const sorted = (): PasswordFailure | null => {
    if (refusal === null) return null;
    const { error, password } = refusal;
    const code = error instanceof ApiError ? error.code : null;
    const missing = policy && code === "password_policy" ? missingRules(password, shown) : null;
    if (missing && missing.rules.length > 0) return { kind: "missing_rules", missing };
    return { kind: fieldFailures.find((kind) => kind === code) ?? "other", error };
  };

  return { change, shown, failure: sorted(), clearFailure: () => setRefusal(null) };
}
