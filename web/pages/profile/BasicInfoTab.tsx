import { useState } from "react";
import { useForm } from "react-hook-form";
import { phonePattern } from "#contract/fields";
import { isLocale, locales, localeTable } from "#contract/locales";
import { memberLimits, type Member, type MemberChange } from "#contract/member";
import { ApiError } from "../../api/client.ts";
import { fieldErrorText } from "../../api/errors.ts";
import { changeMember, useMember } from "../../api/member.ts";
import { countryName } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "../../layout/form.module.css";
import { AvatarPreview } from "./AvatarPreview.tsx";

const editable = [
  "last_name",
  "first_name",
  "country_code",
  "phone",
  "address",
  "company_name",
  "tax_id",
  "language_code",
  "time_zone",
  "avatar_url",
] as const;
type EditableField = (typeof editable)[number];
type ProfileDraft = Record<EditableField, string>;

export function BasicInfoTab() {
  const { t } = useI18n();
  const { data: member, error, mutate } = useMember();
  if (error && !member) return <FailureNotice error={error} retry={() => void mutate()} />;
  if (!member) return <Skeleton lines={9} label={t("common.loading")} />;
  return <BasicInfoForm member={member} />;
}

function draftOf(member: Member): ProfileDraft {
  return Object.fromEntries(editable.map((name) => [name, member[name] ?? ""])) as ProfileDraft;
}

const codePoints = (value: string) => [...value].length;

function BasicInfoForm({ member }: { member: Member }) {
  const { locale, t } = useI18n();
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
      if (error instanceof ApiError && error.fields) {
        for (const name of editable)
          if (error.fields[name]) setError(name, { message: fieldErrorText(t, error.fields[name]) }, { shouldFocus: true });
      }
      setFailure(error);
    }
  });

  const languages = locales.map((slug) => ({ value: slug, label: localeTable[slug].nativeName }));
  const isTaiwanese = member.country === "TW";
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      {failure === null ? null : <FailureNotice title={t("auth.profile.save_failed")} error={failure} />}
      {isSaved ? <Notice tone="success" title={t("auth.profile.saved")} /> : null}
      <TextField name="email" label={t("auth.fields.email")} value={member.email} readOnly autoComplete="email" />
      <div className={styles.pair}>
        <TextField {...field("last_name", true)} autoComplete="family-name" />
        <TextField {...field("first_name", true)} autoComplete="given-name" />
      </div>
      {member.is_business ? (
        <div className={styles.pair}>
          <TextField {...field("company_name", true)} autoComplete="organization" />
          <TextField
            {...field("tax_id", isTaiwanese, isTaiwanese ? /^\d{8}$/ : undefined, fieldErrorText(t, "invalid_tax_id"))}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      ) : null}
      <TextField
        name="country"
        label={t("auth.fields.country")}
        hint={t("auth.profile.country_hint")}
        value={member.country ? countryName(locale, member.country) : ""}
        readOnly
      />
      <div className={styles.pair}>
        <TextField {...field("country_code", false, /^\+\d{1,4}$/)} inputMode="tel" autoComplete="tel-country-code" />
        <TextField
          {...field("phone", false, phonePattern, fieldErrorText(t, "invalid_phone"))}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
        />
      </div>
      <TextField {...field("address", false)} autoComplete="street-address" />
      <div className={styles.pair}>
        <SelectField
          {...register("language_code")}
          label={t("auth.fields.language_code")}
          options={isLocale(member.language_code) ? languages : [{ value: "", label: "—" }, ...languages]}
        />
        <SelectField {...register("time_zone")} label={t("auth.fields.time_zone")} options={timeZones(member.time_zone)} />
      </div>
      <TextField
        {...field("avatar_url", false, /^https:\/\/\S+$/, t("auth.profile.avatar_invalid"))}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="photo"
      />
      <AvatarPreview url={watch("avatar_url")} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isSubmitting} disabled={Object.keys(dirtyFields).length === 0}>
          {t("common.save")}
        </Button>
      </div>
    </form>
  );
}

/** Every zone that the browser knows, and the one that is set already, known or not. */
function timeZones(current: string | null | undefined) {
  const known = Intl.supportedValuesOf("timeZone");
  const names = current && !known.includes(current) ? [current, ...known] : known;
  return [
    ...(current ? [] : [{ value: "", label: "—" }]),
    ...names.map((name) => ({ value: name, label: name.replaceAll("_", " ") })),
  ];
}

/** Only what was touched; an emptied optional text is sent as empty, an unset language is not sent at all. */
function changeOf(draft: ProfileDraft, dirty: Partial<Record<EditableField, boolean>>): MemberChange {
  const entries = editable
    .filter((name) => dirty[name])
    .map(
      (name) =>
        [name, name === "tax_id" || name === "phone" ? draft[name].normalize("NFKC").trim() : draft[name].trim()] as const,
    );
  const kept = entries.filter(
    ([name, value]) =>
      value !== "" || (name !== "language_code" && name !== "time_zone" && name !== "phone" && name !== "country_code"),
  );
  // The keys are the contract's own field names; the server checks the values.
  return Object.fromEntries(kept) as MemberChange;
}
