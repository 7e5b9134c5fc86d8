import { useState } from "react";
import { useForm } from "react-hook-form";
import { memberLimits, type Member, type MemberChange } from "#contract/member";
import { ApiError } from "../../api/client.ts";
import { fieldErrorText } from "../../api/errors.ts";
import { changeMember } from "../../api/member.ts";
import { useI18n } from "../../i18n/translate.ts";

/** As they follow each other on the page. */
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
type ProfileDraft = Record<EditableField, string>;

function draftOf(member: Member): ProfileDraft {
  return Object.fromEntries(editable.map((name) => [name, member[name] ?? ""])) as ProfileDraft;
}

/** Full-width signs mean the same here. */
const folded: readonly EditableField[] = ["tax_id", "country_code", "phone"];

const codePoints = (value: string) => [...value].length;

/** What a member may write about themselves, its rules, and saving what was touched. */
export function useBasicInfo(member: Member) {
  const { t } = useI18n();
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaved, setSaved] = useState(false);
  const { register, handleSubmit, setError, reset, watch, formState } = useForm<ProfileDraft>({
    mode: "onTouched",
    defaultValues: draftOf(member),
  });
  const { errors, isSubmitting, dirtyFields } = formState;

  const rule = (name: EditableField, isRequired: boolean, pattern?: RegExp, message?: string) => ({
    validate: (value: string) => {
      const text = value.normalize("NFKC").trim();
      if (text === "") return !isRequired || fieldErrorText(t, "required");
      if (codePoints(value.trim()) > memberLimits[name]) return fieldErrorText(t, "too_long");
      return pattern === undefined || pattern.test(text) || (message ?? fieldErrorText(t, "invalid"));
    },
    onChange: () => setSaved(false),
  });
  const field = (name: EditableField, ...rest: [isRequired: boolean, pattern?: RegExp, message?: string]) => ({
    ...register(name, rule(name, ...rest)),
    label: t(`auth.fields.${name}`),
    required: rest[0],
    enterKeyHint: "next" as const,
    error: errors[name]?.message,
  });

  const save = handleSubmit(async (draft) => {
    setFailure(null);
    setSaved(false);
    try {
      await changeMember(changeOf(draft, dirtyFields));
      reset(draft);
      setSaved(true);
    } catch (error) {
      const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
      const refused = editable.filter((name) => fields[name] !== undefined);
      for (const name of refused)
        setError(name, { message: fieldErrorText(t, fields[name] ?? "invalid") }, { shouldFocus: name === refused[0] });
      // What is said beside a field is not said twice.
      if (refused.length === 0) setFailure(error);
    }
  });

  return {
    field,
    choice: (name: "language_code" | "time_zone") => ({ ...register(name), label: t(`auth.fields.${name}`) }),
    avatarUrl: watch("avatar_url"),
    failure,
    isSaved,
    isSubmitting,
    isTouched: Object.keys(dirtyFields).length > 0,
    save,
  };
}

/** Only what was touched; an emptied optional text is sent as empty, an unset language is not sent at all. */
function changeOf(draft: ProfileDraft, dirty: Partial<Record<EditableField, boolean>>): MemberChange {
  const entries = editable
    .filter((name) => dirty[name])
    .map((name) => [name, (folded.includes(name) ? draft[name].normalize("NFKC") : draft[name]).trim()] as const);
  const kept = entries.filter(([name, value]) => value !== "" || (name !== "language_code" && name !== "time_zone"));
  // The keys are the contract's own field names; the server checks the values.
  return Object.fromEntries(kept) as MemberChange;
}
