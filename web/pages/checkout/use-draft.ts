import { useEffect, useRef, useState } from "react";
import { useMember } from "../../api/member.ts";
import { useAuth } from "../../stores/auth.ts";
import { newDraft, readDraft, writeDraft } from "./draft.ts";
import { filledFrom } from "./prefill.ts";
import type { CheckoutForm } from "./validation.ts";

/** The form as it is kept in this tab, filled from the profile where the shopper has left it empty. */
export function useDraft() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { data: member } = useMember(isAuthenticated);
  const [kept] = useState(() => ownDraft(isAuthenticated));
  const draft = useRef(kept);
  const [form, setForm] = useState<CheckoutForm>(kept.form);
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
      setForm(filledFrom(member, draft.current.form));
      return;
    }
    draft.current.memberId = member.id;
    setForm((current) => filledFrom(member, current));
  }, [member]);

  return { draft, form, setForm, hasConsented, setConsented };
}

/** Whoever comes after a member on this device does not find what that member typed. */
function ownDraft(isAuthenticated: boolean) {
  const kept = readDraft();
  return kept.memberId !== null && !isAuthenticated ? newDraft() : kept;
}
