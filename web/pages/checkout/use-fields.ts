import { useState } from "react";
import type { Refusals } from "./read-refusal.ts";
import { useDraft } from "./use-draft.ts";
import { problemsOf, type CheckoutForm, type CheckoutProblems } from "./validation.ts";

/** The form, what it lacks, and what the server refused of it; a field that is edited is blamed no more. */
export function useFields() {
  const { form, setForm, ...kept } = useDraft();
  const [problems, setProblems] = useState<CheckoutProblems>({});
  const [refusals, setRefusals] = useState<Refusals>({});
  // What the profile has filled meanwhile is no problem any more.
  const present = problemsOf(form);
  const shown = Object.fromEntries(
    Object.entries(problems).filter(([name, problem]) => present[name as keyof CheckoutForm] === problem),
  ) as CheckoutProblems;

  const change = (part: Partial<CheckoutForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setProblems((current) => without(current, part));
    setRefusals((current) => without(current, part));
  };

  /** Shows what the form lacks now. @returns whether it lacks nothing. */
  const check = () => {
    setProblems(present);
    focusFirst(Object.keys(present));
    return Object.keys(present).length === 0;
  };

  const refuse = (refused: Refusals) => {
    setRefusals(refused);
    focusFirst(Object.keys(refused));
  };

  return { ...kept, form, problems: shown, refusals, change, check, refuse };
}

function without<Named extends object>(current: Named, part: object): Named {
  return Object.fromEntries(Object.entries(current).filter(([name]) => !(name in part))) as Named;
}

/** The first on the page, whatever order they were found in. */
export function focusFirst(names: readonly string[]): void {
  if (names.length === 0) return;
  document.querySelector<HTMLElement>(names.map((name) => `[name="${CSS.escape(name)}"]`).join(","))?.focus();
}
