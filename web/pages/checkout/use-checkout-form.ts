import { checkoutLimits } from "#contract/checkout-body";
import { useEffect, useRef, useState } from "react";
import { useShippingAddresses, useMember } from "../../api/member.ts";
import { useForm } from "../../feedback/use-form.ts";
import * as drafts from "../../payment/checkout-draft.ts";
import { useAuth } from "../../stores/auth.ts";
import { filledFrom, noteOf, mistakesIn } from "./checkout-fields.ts";

export function useCheckoutForm() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { data: member } = useMember(isAuthenticated);
  const isAbroad = (member?.country ?? "TW") !== "TW";
  const saved = useShippingAddresses(isAuthenticated).data?.data ?? [];
  // Those that arrive later fill nothing in, and change no tab, while somebody types.
  const [savedBefore] = useState(isAbroad ? [] : saved);
  const [stored] = useState(() => draftFor(isAuthenticated));
  const draft = useRef(stored);
  const [hasConsented, setConsented] = useState(stored.hasConsented);
  const [addressTab, openAddressTab] = useState<"saved" | "manual">(() => {
    const { customer_address: address } = stored.form;
    const isSaved = address === "" || saved.some((entry) => entry.address === address);
    return savedBefore.length > 0 && isSaved ? "saved" : "manual";
  });
  const isListed = addressTab === "saved" && saved.length > 0;
  const form = useForm(stored.form, (values) => mistakesIn(values, isListed));
  const { values, setValues, change } = form;

  useEffect(() => {
    Object.assign(draft.current, { form: values, hasConsented });
    drafts.writeDraft(draft.current);
  }, [values, hasConsented]);

  useEffect(() => {
    if (!member) return;
    const { memberId } = draft.current;
    const isAnothers = memberId !== null && memberId !== member.id;
    if (isAnothers) {
      draft.current = drafts.newDraft(member.id);
      setConsented(false);
    }
    draft.current.memberId = member.id;
    setValues((current) =>
      filledFrom(member, savedBefore, isAnothers ? drafts.emptyForm : current),
    );
  }, [member, savedBefore, setValues]);

  /** What is wrong shows only once the form is sent. */
  const field = <Name extends keyof drafts.CheckoutForm>(name: Name) => {
    const { onBlur: _, ...rest } = form.field(name);
    return rest;
  };
  const text = (name: keyof typeof checkoutLimits) => ({
    ...field(name),
    maxLength: checkoutLimits[name],
  });
  /** What a gift asks for shares the note's room. */
  const roomLeft = checkoutLimits.customer_note - noteOf(values).length;
  const inNote = (name: "customer_note" | "gift_message") => ({
    ...field(name),
    maxLength: Math.max(0, roomLeft + values[name].length),
  });
  const fields = { values, change, field, text, inNote, addressTab, openAddressTab, isAbroad };
  return { form, fields, draft, hasConsented, setConsented };
}

export type CheckoutFields = ReturnType<typeof useCheckoutForm>["fields"];

/** A guest does not see what a member typed in this tab. */
function draftFor(isAuthenticated: boolean) {
  const stored = drafts.readDraft();
  return stored.memberId !== null && !isAuthenticated ? drafts.newDraft() : stored;
}
