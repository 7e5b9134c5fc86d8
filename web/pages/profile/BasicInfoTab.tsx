import { useState } from "react";
import { phonePattern, taiwanTaxIdPattern } from "#contract/fields";
import { isLocale, locales, localeTable } from "#contract/locales";
import type { Member } from "#contract/member";
import { fieldErrorText } from "../../api/errors.ts";
import { useMember } from "../../api/member.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Outcome } from "../../feedback/Outcome.tsx";
import { countryName } from "../../i18n/dates.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import styles from "../../ui/form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import own from "./profile.module.css";
import { useBasicInfo } from "./use-basic-info.ts";

type BasicInfo = ReturnType<typeof useBasicInfo>;

export function BasicInfoTab() {
  const { t } = useI18n();
  const { data: member, error, mutate } = useMember();
  if (error && !member) return <FailureNotice error={error} retry={() => void mutate()} />;
  if (!member) return <FormSkeleton label={t("common.loading")} />;
  return <BasicInfoForm member={member} />;
}

const rows = [1, 2, 3, 4, 5];

function FormSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.form} role="status">
      <span className="visually-hidden">{label}</span>
      {rows.map((row) => (
        <div key={row} className={classNames(styles.pair, own.waiting)}>
          <Skeleton block="control" />
          <Skeleton block="control" />
        </div>
      ))}
    </div>
  );
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
