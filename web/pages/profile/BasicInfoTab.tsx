import { useState } from "react";
import { isLocale, locales, localeTable } from "#contract/locales";
import type { Member, MemberChange } from "#contract/member";
import { t } from "../../i18n/translate.ts";
import { asked, folded, mistakeIn } from "../../account/member-fields.ts";
import { useMember, changeMember } from "../../api/member.ts";
import { Loading, Done, FailureOutcome } from "../../feedback/FailureNotice.tsx";
import { useForm } from "../../feedback/use-form.ts";
import { countryName } from "../../i18n/dates.ts";
import { Button } from "../../ui/Button.tsx";
import fold from "../../ui/fold.module.css";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import styles from "../../ui/form.module.css";

const names = [
  "last_name",
  "first_name",
  "company_name",
  "tax_id",
  "country_code",
  "phone",
  "language_code",
  "address",
  "time_zone",
  "avatar_url",
] as const;
type Name = (typeof names)[number];
type ProfileForm = Record<Name, string>;

const isBusiness = ({ is_business, company_name }: Member) => is_business ?? Boolean(company_name);

const optional: readonly Name[] = ["language_code", "address", "time_zone", "avatar_url"];
function ruleOf(name: Name, { country }: Member) {
  const isAbroad = country !== "TW";
  return { isAbroad, isRequired: !optional.includes(name) && (name !== "tax_id" || !isAbroad) };
}

const isFolded: readonly Name[] = ["tax_id", "country_code", "phone"];

/** Only what was changed; an emptied text is sent as empty, an unset language not at all. */
function changeOf(form: ProfileForm, changed: readonly Name[]): MemberChange {
  const entries = changed
    .map((name) => [name, isFolded.includes(name) ? folded(form[name]) : form[name].trim()])
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
  const shown = names.filter(
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
        shown
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
    ...asked(name, ruleOf(name, member).isAbroad),
    required: ruleOf(name, member).isRequired,
  });
  const choice = (name: "language_code" | "time_zone", isSet: boolean, all: Option[]) => ({
    ...field(name),
    label: t(`auth.fields.${name}`),
    options: isSet ? all : [{ value: "", label: t("auth.profile.unset") }, ...all],
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
        <TextField {...words("last_name")} />
        <TextField {...words("first_name")} />
      </div>
      {isBusiness(member) ? (
        <div className={styles.pair}>
          <TextField {...words("company_name")} />
          <TextField {...words("tax_id")} />
        </div>
      ) : null}
      <div className={styles.pair}>
        <div className={styles.phone}>
          <TextField {...words("country_code")} />
          <TextField {...words("phone")} />
        </div>
        <SelectField {...choice("language_code", isLocale(member.language_code), languages)} />
      </div>
      <TextField {...words("address")} />
      <details className={`${fold.fold} ${fold.line}`}>
        <summary>{t("auth.profile.more")}</summary>
        <div className={styles.pair}>
          <SelectField
            {...choice("time_zone", Boolean(member.time_zone), timeZones(member.time_zone))}
          />
          <TextField
            {...words("avatar_url")}
            type="url"
            inputMode="url"
            enterKeyHint="done"
            placeholder="https://"
            autoComplete="photo"
          />
        </div>
      </details>
      <FailureOutcome title={t("auth.profile.save_failed")} error={failure} />
      {isSaved && changed.length === 0 ? <Done title={t("auth.profile.saved")} /> : null}
      <div className={`cluster ${styles.actions}`}>
        <Button type="submit" variant="primary" busy={isBusy} disabled={changed.length === 0}>
          {t("common.save")}
        </Button>
      </div>
    </form>
  );
}

type Option = Record<"value" | "label", string>;

const languages = locales.map((slug) => ({ value: slug, label: localeTable[slug].nativeName }));

function timeZones(current: string | null | undefined): Option[] {
  const known = Intl.supportedValuesOf("timeZone");
  const all = current && !known.includes(current) ? [current, ...known] : known;
  return all.map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}
