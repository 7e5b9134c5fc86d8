import { useState } from "react";
import { useForm } from "react-hook-form";
import { phonePattern, taiwanTaxIdPattern } from "#contract/fields";
import { isLocale, locales, localeTable } from "#contract/locales";
import { type Member, memberLimits, type MemberChange } from "#contract/member";
import { showFieldRefusals } from "../../account/show-field-refusals.ts";
import { fieldErrorText } from "../../api/errors.ts";
import { useMember, changeMember } from "../../api/member.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Loading } from "../../feedback/Loading.tsx";
import { Outcome } from "../../feedback/Outcome.tsx";
import { countryName } from "../../i18n/dates.ts";
import { useI18n, type Translate } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import styles from "../../ui/form.module.css";
import own from "./profile.module.css";

type BasicInfo = ReturnType<typeof useBasicInfo>;

export function BasicInfoTab() {
  const read = useMember();
  const { data: member } = read;
  if (!member) return <Loading of={read} lines={10} />;
  return <BasicInfoForm member={member} />;
}

function BasicInfoForm({ member }: { member: Member }) {
  const { t } = useI18n();
  const info = useBasicInfo(member);
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void info.save(event)}>
      <Identity member={member} field={info.field} />
      <Contact field={info.field} />
      <Preferences member={member} choice={info.choice} />
      <Picture field={info.field} />
      {info.failure === null ? null : (
        <Outcome>
          <FailureNotice title={t("auth.profile.save_failed")} error={info.failure} />
        </Outcome>
      )}
      {info.isSaved ? (
        <Outcome>
          <Notice tone="success" title={t("auth.profile.saved")} />
        </Outcome>
      ) : null}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={info.isSubmitting} disabled={!info.isTouched}>
          {t("common.save")}
        </Button>
      </div>
    </form>
  );
}

function Identity({ member, field }: { member: Member } & Pick<BasicInfo, "field">) {
  const { locale, t } = useI18n();
  const isTaiwanese = member.country === "TW";
  const taxId = {
    isRequired: isTaiwanese,
    pattern: isTaiwanese ? taiwanTaxIdPattern : undefined,
    message: fieldErrorText(t, "invalid_tax_id"),
  };
  return (
    <>
      <div className={styles.pair}>
        <TextField
          name="email"
          label={t("auth.fields.email")}
          value={member.email}
          readOnly
          autoComplete="email"
        />
        <TextField
          name="country"
          label={t("auth.fields.country")}
          hint={t("auth.profile.country_hint")}
          value={member.country ? countryName(locale, member.country) : ""}
          readOnly
        />
      </div>
      <div className={styles.pair}>
        <TextField {...field("last_name", { isRequired: true })} autoComplete="family-name" />
        <TextField {...field("first_name", { isRequired: true })} autoComplete="given-name" />
      </div>
      {(member.is_business ?? Boolean(member.company_name)) ? (
        <div className={styles.pair}>
          <TextField {...field("company_name", { isRequired: true })} autoComplete="organization" />
          <TextField
            {...field("tax_id", taxId)}
            {...(isTaiwanese ? {} : { label: t("auth.fields.tax_id_abroad") })}
            inputMode={isTaiwanese ? "numeric" : "text"}
            autoComplete="off"
          />
        </div>
      ) : null}
    </>
  );
}

function Contact({ field }: Pick<BasicInfo, "field">) {
  const { t } = useI18n();
  const dialCode = { isRequired: true, pattern: /^\+\d{1,4}$/ };
  const phone = {
    isRequired: true,
    pattern: phonePattern,
    message: fieldErrorText(t, "invalid_phone"),
  };
  return (
    <div className={styles.pair}>
      <div className={styles.phone}>
        <TextField
          {...field("country_code", dialCode)}
          inputMode="tel"
          autoComplete="tel-country-code"
        />
        <TextField
          {...field("phone", phone)}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
        />
      </div>
      <TextField {...field("address", { isRequired: false })} autoComplete="street-address" />
    </div>
  );
}

function Preferences({ member, choice }: { member: Member } & Pick<BasicInfo, "choice">) {
  const languages = locales.map((slug) => ({ value: slug, label: localeTable[slug].nativeName }));
  const unset = { value: "", label: "—" };
  return (
    <div className={styles.pair}>
      <SelectField
        {...choice("language_code")}
        options={isLocale(member.language_code) ? languages : [unset, ...languages]}
      />
      <SelectField
        {...choice("time_zone")}
        options={member.time_zone ? timeZones(member.time_zone) : [unset, ...timeZones(null)]}
      />
    </div>
  );
}

/** Hardly anybody has one, so it is folded; what is wrong with it shows at once. */
function Picture({ field }: Pick<BasicInfo, "field">) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const words = field("avatar_url", {
    isRequired: false,
    pattern: /^https:\/\/\S+$/,
    message: t("auth.profile.avatar_invalid"),
  });
  return (
    <details
      className={own.more}
      open={isOpen || words.error !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("auth.profile.more")}</summary>
      <TextField
        {...words}
        type="url"
        inputMode="url"
        enterKeyHint="done"
        placeholder="https://"
        autoComplete="photo"
      />
    </details>
  );
}

function timeZones(current: string | null) {
  const known = Intl.supportedValuesOf("timeZone");
  const names = current !== null && !known.includes(current) ? [current, ...known] : known;
  return names.map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}

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

function useBasicInfo(member: Member) {
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
