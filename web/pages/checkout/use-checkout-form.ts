import { useEffect, useRef, useState } from "react";
import { fieldErrorText } from "../../api/errors.ts";
import { useShippingAddresses, useMember } from "../../api/member.ts";
import { useI18n } from "../../i18n/translate.ts";
import {
  newDraft,
  readDraft,
  writeDraft,
  type CheckoutForm,
} from "../../payment/checkout-draft.ts";
import { useAuth } from "../../stores/auth.ts";
import {
  filledFrom,
  checkoutLimits,
  problemsOf,
  type CheckoutProblems,
} from "./checkout-fields.ts";
import type { FieldRefusals } from "./read-refusal.ts";

/**
 * The form's values and errors. Written by hand because react-hook-form, 12.6 kB on its own, would take this screen over its
 * script budget, and because the values must be in the tab's draft anyway.
 */
export function useCheckoutForm() {
  const { t } = useI18n();
  const { form, setForm, ...draft } = useDraft();
  /** Fields that the last check found wrong and that were not edited since. */
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState<FieldRefusals>({});
  const addressTab = useAddressTab(form.customer_address);
  const problems = problemsOf(form, addressTab.isListed);

  const change = (part: Partial<CheckoutForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setWrong((current) => current.filter((name) => !(name in part)));
    setRefusals((current) => only(current, (name) => !(name in part)));
  };

  /** @returns whether the form can be sent; if not, its problems show. */
  const check = () => {
    const found = Object.keys(problems);
    setWrong(found);
    focusFirst(found);
    return found.length === 0;
  };

  const refuse = (refused: FieldRefusals) => {
    setRefusals(refused);
    focusFirst(Object.keys(refused));
  };

  const shownProblems: CheckoutProblems = only(problems, (name) => wrong.includes(name));
  const problemOf = (name: keyof CheckoutForm): string | undefined => {
    const [problem, refusal] = [shownProblems[name], refusals[name]];
    if (problem) return t(`shop.checkout.errors.${problem}`);
    return refusal ? fieldErrorText(t, refusal) : undefined;
  };
  const field = <Name extends keyof CheckoutForm>(name: Name) => ({
    name,
    value: form[name],
    error: problemOf(name),
  });
  const text = (name: keyof typeof checkoutLimits) => ({
    ...field(name),
    maxLength: checkoutLimits[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const fields = { form, change, field, text, addressTab };
  return { ...draft, form, fields, problems: shownProblems, check, refuse };
}

export type CheckoutFields = ReturnType<typeof useCheckoutForm>["fields"];

/** A typed address opens the manual tab; saved ones that arrive later do not change the tab. */
function useAddressTab(address: string) {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const saved = useShippingAddresses(isAuthenticated).data?.data ?? [];
  const [tab, open] = useState<"saved" | "manual">(() => {
    const isSaved = address === "" || saved.some((entry) => entry.address === address);
    return saved.length > 0 && isSaved ? "saved" : "manual";
  });
  return { tab, open, isListed: tab === "saved" && saved.length > 0 };
}

/** The form as this tab keeps it, filled from the profile and its addresses where the shopper has left it empty. */
function useDraft() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { data: member } = useMember(isAuthenticated);
  const { data } = useShippingAddresses(isAuthenticated);
  // Those that arrive later fill nothing in while somebody types.
  const [saved] = useState(data?.data ?? []);
  const [kept] = useState(() => draftFor(isAuthenticated));
  const draft = useRef(kept);
  const [form, setForm] = useState(kept.form);
  const [hasConsented, setConsented] = useState(kept.hasConsented);

  useEffect(() => {
    Object.assign(draft.current, { form, hasConsented });
    writeDraft(draft.current);
  }, [form, hasConsented]);

  useEffect(() => {
    if (!member) return;
    const { memberId } = draft.current;
    if (memberId !== null && memberId !== member.id) {
      draft.current = newDraft(member.id);
      setConsented(false);
      setForm(filledFrom(member, saved, draft.current.form));
      return;
    }
    draft.current.memberId = member.id;
    setForm((current) => filledFrom(member, saved, current));
  }, [member, saved]);

  return { draft, form, setForm, hasConsented, setConsented };
}

/** A guest does not see what a member typed in this tab. */
function draftFor(isAuthenticated: boolean) {
  const kept = readDraft();
  return kept.memberId !== null && !isAuthenticated ? newDraft() : kept;
}

function only<Named extends object>(
  all: Named,
  isWanted: (name: string) => boolean,
): Partial<Named> {
  // The keys are still those of `all`.
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => isWanted(name)),
  ) as Partial<Named>;
}

export function focusFirst(names: readonly string[]): void {
  if (names.length === 0) return;
  document
    .querySelector<HTMLElement>(names.map((name) => `[name="${CSS.escape(name)}"]`).join(","))
    ?.focus();
}
