import { phonePattern, taiwanTaxIdPattern } from "#contract/fields";
import { isLocale, locales, localeTable } from "#contract/locales";
import type { Member } from "#contract/member";
import { fieldErrorText } from "../../api/errors.ts";
import { useMember } from "../../api/member.ts";
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
import { useBasicInfo } from "./use-basic-info.ts";

export function BasicInfoTab() {
  const { t } = useI18n();
  const { data: member, error, mutate } = useMember();
  if (error && !member) return <FailureNotice error={error} retry={() => void mutate()} />;
  if (!member) return <Skeleton lines={9} label={t("common.loading")} />;
  return <BasicInfoForm member={member} />;
}

function BasicInfoForm({ member }: { member: Member }) {
  const { locale, t } = useI18n();
  const { field, choice, avatarUrl, failure, isSaved, isSubmitting, isTouched, save } = useBasicInfo(member);
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
            {...field("tax_id", isTaiwanese, isTaiwanese ? taiwanTaxIdPattern : undefined, fieldErrorText(t, "invalid_tax_id"))}
            inputMode={isTaiwanese ? "numeric" : "text"}
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
        <TextField {...field("country_code", true, /^\+\d{1,4}$/)} inputMode="tel" autoComplete="tel-country-code" />
        <TextField
          {...field("phone", true, phonePattern, fieldErrorText(t, "invalid_phone"))}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
        />
      </div>
      <TextField {...field("address", false)} autoComplete="street-address" />
      <div className={styles.pair}>
        <SelectField
          {...choice("language_code")}
          options={isLocale(member.language_code) ? languages : [{ value: "", label: "—" }, ...languages]}
        />
        <SelectField {...choice("time_zone")} options={timeZones(member.time_zone)} />
      </div>
      <TextField
        {...field("avatar_url", false, /^https:\/\/\S+$/, t("auth.profile.avatar_invalid"))}
        type="url"
        inputMode="url"
        enterKeyHint="done"
        placeholder="https://"
        autoComplete="photo"
      />
      <AvatarPreview url={avatarUrl} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isTouched}>
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
