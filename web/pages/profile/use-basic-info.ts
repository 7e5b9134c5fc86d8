import { useState } from "react";
import { useForm } from "react-hook-form";
import { memberLimits, type Member, type MemberChange } from "#contract/member";
import { showFieldRefusals } from "../../account/show-field-refusals.ts";
import { fieldErrorText } from "../../api/errors.ts";
import { changeMember } from "../../api/member.ts";
import { useI18n, type Translate } from "../../i18n/translate.ts";

/** In the order of the page. */
const editable = [
  "last_name",
  "first_name",
  "company_name",
  "tax_id",
  "country_code",
  "phone",
  "address",
  "language_code",
  "time_zone",
  "avatar_url",
] as const;
type EditableField = (typeof editable)[number];
type ProfileForm = Record<EditableField, string>;

interface Rule {
  isRequired: boolean;
  pattern?: RegExp | undefined;
  message?: string;
}

function formOf(member: Member): ProfileForm {
  return Object.fromEntries(editable.map((name) => [name, member[name] ?? ""])) as ProfileForm;
}

/** Sent with full-width digits and signs folded. */
const folded: readonly EditableField[] = ["tax_id", "country_code", "phone"];

export function useBasicInfo(member: Member) {
  const { t } = useI18n();
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaved, setSaved] = useState(false);
  const { register, handleSubmit, setError, reset, formState } = useForm<ProfileForm>({
    mode: "onTouched",
    defaultValues: formOf(member),
  });
  const { errors, isSubmitting, dirtyFields } = formState;

  const field = (name: EditableField, rule: Rule) => ({
    ...register(name, {
      validate: (value) => check(t, name, value, rule),
      onChange: () => setSaved(false),
    }),
    label: t(`auth.fields.${name}`),
    required: rule.isRequired,
    enterKeyHint: "next" as const,
    error: errors[name]?.message,
  });

  const save = handleSubmit(async (form) => {
    setFailure(null);
    setSaved(false);
    try {
      await changeMember(changeOf(form, dirtyFields));
      reset(form);
      setSaved(true);
    } catch (error) {
      if (!showFieldRefusals(t, error, editable, setError)) setFailure(error);
    }
  });

  return {
    field,
    choice: (name: "language_code" | "time_zone") => ({
      ...register(name),
      label: t(`auth.fields.${name}`),
    }),
    failure,
    isSaved,
    isSubmitting,
    isTouched: Object.keys(dirtyFields).length > 0,
    save,
  };
}

function check(
  t: Translate,
  name: EditableField,
  value: string,
  { isRequired, pattern, message }: Rule,
): true | string {
  const text = value.normalize("NFKC").trim();
  if (text === "") return !isRequired || fieldErrorText(t, "required");
  if ([...value.trim()].length > memberLimits[name]) return fieldErrorText(t, "too_long");
  return pattern === undefined || pattern.test(text) || (message ?? fieldErrorText(t, "invalid"));
}

/** Only what was changed; an emptied optional text is sent as empty, an unset language is not sent at all. */
function changeOf(form: ProfileForm, dirty: Partial<Record<EditableField, boolean>>): MemberChange {
  const entries = editable
    .filter((name) => dirty[name])
    .map(
      (name) =>
        [name, (folded.includes(name) ? form[name].normalize("NFKC") : form[name]).trim()] as const,
    );
  const kept = entries.filter(
    ([name, value]) => value !== "" || (name !== "language_code" && name !== "time_zone"),
  );
  // The keys are the contract's own field names; the server checks the values.
  return Object.fromEntries(kept) as MemberChange;
}
