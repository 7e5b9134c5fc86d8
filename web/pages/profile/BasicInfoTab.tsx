import { useState } from "react";
import { phonePattern, taiwanTaxIdPattern } from "#contract/fields";
import { isLocale, locales, localeTable } from "#contract/locales";
import { type Member, memberLimits, type MemberChange } from "#contract/member";
import { t, type MessageKey } from "../../i18n/translate.ts";
import { useMember, changeMember } from "../../api/member.ts";
import { Loading } from "../../feedback/Loading.tsx";
import { FailureOutcome, Outcome } from "../../feedback/Outcome.tsx";
import { useForm } from "../../feedback/use-form.ts";
import { countryName } from "../../i18n/dates.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { classNames } from "../../ui/class-names.ts";
import fold from "../../ui/fold.module.css";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import styles from "../../ui/form.module.css";

interface Rule {
  isRequired?: boolean;
  pattern?: RegExp;
  wrong?: MessageKey;
}

/** In the order of the page. */
const rules = {
  last_name: { isRequired: true },
  first_name: { isRequired: true },
  company_name: { isRequired: true },
  tax_id: {
    isRequired: true,
    pattern: taiwanTaxIdPattern,
    wrong: "common.errors.field.invalid_tax_id",
  },
  country_code: { isRequired: true, pattern: /^\+\d{1,4}$/ },
  phone: { isRequired: true, pattern: phonePattern, wrong: "common.errors.field.invalid_phone" },
  address: {},
  language_code: {},
  time_zone: {},
  avatar_url: { pattern: /^https:\/\/\S+$/, wrong: "auth.profile.avatar_invalid" },
} satisfies Partial<Record<keyof Member, Rule>>;
type Name = keyof typeof rules;
type ProfileForm = Record<Name, string>;
const names = Object.keys(rules) as Name[];

const isBusiness = ({ is_business, company_name }: Member) => is_business ?? Boolean(company_name);

/** Only in Taiwan a tax id must be given, in the form that it has there. */
function ruleOf(name: Name, { country }: Member): Rule {
  return name === "tax_id" && country !== "TW" ? {} : rules[name];
}

function mistakeIn(name: Name, value: string, rule: Rule): MessageKey | null {
  const text = value.normalize("NFKC").trim();
  if (text === "") return rule.isRequired ? "common.errors.field.required" : null;
  if ([...value.trim()].length > memberLimits[name]) return "common.errors.field.too_long";
  return rule.pattern?.test(text) === false ? (rule.wrong ?? "common.errors.field.invalid") : null;
}

/** Sent with full-width digits and signs folded. */
const folded: readonly Name[] = ["tax_id", "country_code", "phone"];

/** Only what was changed; an emptied text is sent as empty, an unset language not at all. */
function changeOf(form: ProfileForm, changed: readonly Name[]): MemberChange {
  const entries = changed
    .map((name) => [
      name,
      (folded.includes(name) ? form[name].normalize("NFKC") : form[name]).trim(),
    ])
    .filter(([name, value]) => value !== "" || (name !== "language_code" && name !== "time_zone"));
  // The keys are the contract's own field names; the server checks the values.
  return Object.fromEntries(entries) as MemberChange;
}

export function BasicInfoTab() {
  const read = useMember();
  const { data: member } = read;
  if (!member) return <Loading of={read} lines={10} />;
  return <BasicInfoForm member={member} />;
}

function BasicInfoForm({ member }: { member: Member }) {
  const asked = names.filter(
    (name) => isBusiness(member) || (name !== "company_name" && name !== "tax_id"),
  );
  const [saved, setSaved] = useState(
    () => Object.fromEntries(names.map((name) => [name, member[name] ?? ""])) as ProfileForm,
  );
  const [isSaved, setIsSaved] = useState(false);
  const { values, field, submit, isBusy, failure } = useForm(
    saved,
    (form) =>
      Object.fromEntries(
        asked
          .map((name) => [name, mistakeIn(name, form[name], ruleOf(name, member))])
          .filter(([, mistake]) => mistake !== null),
      ),
    { storedAs: `profile/${member.id}` },
  );
  const changed = names.filter((name) => values[name] !== saved[name]);
  const save = submit(async (form) => {
    await changeMember(changeOf(form, changed));
    setSaved(form);
    setIsSaved(true);
  });
  const words = (name: Name) => ({
    ...field(name),
    label: t(`auth.fields.${name}`),
    required: ruleOf(name, member).isRequired,
    enterKeyHint: "next" as const,
  });
  const choice = (name: "language_code" | "time_zone", isSet: boolean, all: Option[]) => ({
    ...field(name),
    label: t(`auth.fields.${name}`),
    options: isSet ? all : [{ value: "", label: "—" }, ...all],
  });
  return (
    <form className={styles.form} noValidate onSubmit={save}>
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
          value={member.country ? countryName(member.country) : ""}
          readOnly
        />
      </div>
      <div className={styles.pair}>
        <TextField {...words("last_name")} autoComplete="family-name" />
        <TextField {...words("first_name")} autoComplete="given-name" />
      </div>
      {isBusiness(member) ? (
        <div className={styles.pair}>
          <TextField {...words("company_name")} autoComplete="organization" />
          <TextField
            {...words("tax_id")}
            {...(member.country === "TW"
              ? { inputMode: "numeric" }
              : { label: t("auth.fields.tax_id_abroad"), inputMode: "text" })}
            autoComplete="off"
          />
        </div>
      ) : null}
      <div className={styles.pair}>
        <div className={styles.phone}>
          <TextField {...words("country_code")} inputMode="tel" autoComplete="tel-country-code" />
          <TextField {...words("phone")} type="tel" inputMode="tel" autoComplete="tel-national" />
        </div>
        <TextField {...words("address")} autoComplete="street-address" />
      </div>
      <div className={styles.pair}>
        <SelectField {...choice("language_code", isLocale(member.language_code), languages)} />
        <SelectField
          {...choice("time_zone", Boolean(member.time_zone), timeZones(member.time_zone))}
        />
      </div>
      <Picture isWrong={Boolean(field("avatar_url").error)}>
        <TextField
          {...words("avatar_url")}
          type="url"
          inputMode="url"
          enterKeyHint="done"
          placeholder="https://"
          autoComplete="photo"
        />
      </Picture>
      <FailureOutcome title={t("auth.profile.save_failed")} error={failure} />
      {isSaved && changed.length === 0 ? (
        <Outcome>
          <Notice tone="success" title={t("auth.profile.saved")} />
        </Outcome>
      ) : null}
      <div className={`cluster ${styles.actions}`}>
        <Button type="submit" variant="primary" busy={isBusy} disabled={changed.length === 0}>
          {t("common.save")}
        </Button>
      </div>
    </form>
  );
}

/** Hardly anybody has one, so it is folded; what is wrong with it shows at once. */
function Picture({ isWrong, children }: { isWrong: boolean; children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={classNames(fold.fold, fold.line)}
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("auth.profile.more")}</summary>
      {children}
    </details>
  );
}

interface Option {
  value: string;
  label: string;
}

const languages = locales.map((slug) => ({ value: slug, label: localeTable[slug].nativeName }));

function timeZones(current: string | null | undefined): Option[] {
  const known = Intl.supportedValuesOf("timeZone");
  const all = current && !known.includes(current) ? [current, ...known] : known;
  return all.map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}
