import { useEffect, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { plural, t } from "../../i18n/translate.ts";
import { EmailField } from "../../account/EmailField.tsx";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { SubmitButton } from "../../account/SubmitButton.tsx";
import { ChoiceCards } from "../../ui/ChoiceCards.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "../../ui/form.module.css";
import { countryCodes } from "#contract/countries";
import { ErrorSummary } from "../../feedback/ErrorSummary.tsx";
import { FailureOutcome } from "../../feedback/FailureNotice.tsx";
import { countryName } from "../../i18n/dates.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { late } from "../../ui/late.tsx";
import { SelectField, TextField } from "../../ui/TextField.tsx";
import {
  dialCodeOf,
  registrationFields,
  useRegistration,
  type Registering,
} from "./registration.ts";

const PrivacyModal = late(() => import("./PrivacyModal.tsx"));

type RegisterFormProps = { form: Registering; isBusiness: boolean; onBack: () => void };

function RegisterForm({ form, isBusiness, onBack }: RegisterFormProps) {
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const { errors, failure, tries, text, field, values } = form;
  const { value: _, ...agreed } = field("agreed");
  const isInTaiwan = values.country === "TW";
  const wrong = tries === 0 ? [] : registrationFields.filter((name) => errors[name] !== undefined);
  const countries = [
    { value: "", label: t("auth.register.choose_country") },
    ...countryCodes.map((code) => ({
      value: code,
      label: t("auth.register.country_option", {
        country: countryName(code),
        code: dialCodeOf(code),
      }),
    })),
  ];
  return (
    <>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <ErrorSummary
          key={tries}
          title={plural("auth.register.mistakes", wrong.length)}
          mistakes={wrong.map((name) => ({
            name,
            text: t("auth.register.mistake", {
              field: t(`auth.fields.${name}`),
              text: errors[name] ?? "",
            }),
          }))}
        />
        <div className={styles.pair}>
          <TextField {...text("last_name")} />
          <TextField {...text("first_name")} />
        </div>
        {isBusiness ? <TextField {...text("company_name")} /> : null}
        <EmailField {...text("email")} hint={t("auth.register.email_hint")} autoComplete="email" />
        <SelectField
          {...field("country")}
          label={t("auth.fields.country")}
          options={countries}
          autoComplete="country"
          required
        />
        <div className={styles.phone}>
          <TextField
            name="dial_code"
            label={t("auth.fields.dial_code")}
            value={dialCodeOf(values.country)}
            placeholder="+"
            autoComplete="off"
            readOnly
          />
          <TextField {...text("phone")} />
        </div>
        <TextField {...text("address")} enterKeyHint={isBusiness ? "next" : "done"} />
        {isBusiness ? (
          <TextField
            {...text("tax_id")}
            hint={isInTaiwan ? t("auth.register.tax_id_hint") : null}
            required={isInTaiwan}
            enterKeyHint="done"
          />
        ) : null}
        <Checkbox
          {...agreed}
          label={t("auth.register.terms")}
          checked={values.agreed}
          onChange={({ target }) => form.change({ agreed: target.checked })}
        >
          <Button variant="quiet" onClick={() => setPolicyOpen(true)}>
            {t("auth.register.read_terms")}
          </Button>
        </Checkbox>
        <FailureOutcome error={failure} />
        <div className={`cluster ${styles.actions}`}>
          <SubmitButton busy={form.isBusy}>{t("auth.register.submit")}</SubmitButton>
          <Button variant="quiet" onClick={onBack}>
            {t("common.back")}
          </Button>
        </div>
      </form>
      {isPolicyOpen ? <PrivacyModal onClose={() => setPolicyOpen(false)} /> : null}
      {form.isRegistered ? <RegisteredModal /> : null}
    </>
  );
}

const memberKinds = ["individual", "business"] as const;

export default function RegisterPage() {
  const [, navigate] = useLocation();
  const opened = new URLSearchParams(useSearch()).get("as");
  const open = memberKinds.find((one) => one === opened) ?? null;
  const [chosen, setChosen] = useState(open);
  const form = useRegistration(open === "business");

  return (
    <SplitPage
      title={t("auth.register.title")}
      eyebrow={t("auth.register.step", { step: open === null ? 1 : 2 })}
      intro={t(open === null ? "auth.register.intro" : `auth.register.intro_${open}`)}
    >
      {open === null ? (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen === null) return;
            form.startOver();
            navigate(paths.register({ as: chosen }), { state: { isStep: true } });
          }}
        >
          <ChoiceCards
            legend={t("auth.register.who")}
            name="member_kind"
            value={chosen}
            onChange={setChosen}
            options={memberKinds.map((value) => ({
              value,
              title: t(`auth.register.${value}`),
              text: t(`auth.register.${value}_text`),
            }))}
          />
          <SubmitButton disabled={chosen === null}>{t("auth.register.next")}</SubmitButton>
        </form>
      ) : (
        <RegisterForm
          form={form}
          isBusiness={open === "business"}
          onBack={() => {
            const { isStep } = Object(history.state) as { isStep?: boolean };
            if (isStep) history.back();
            else navigate(paths.register(), { replace: true });
          }}
        />
      )}
      <p className={styles.ways}>
        <span className={styles.soft}>
          {t("auth.register.have_account")}{" "}
          <Link className="tap" href={paths.login()}>
            {t("auth.login.submit")}
          </Link>
        </span>
      </p>
    </SplitPage>
  );
}

const redirectMilliseconds = 3_000;

function RegisteredModal() {
  const [, navigate] = useLocation();
  const login = paths.login();
  useEffect(() => {
    const timer = window.setTimeout(() => navigate(login), redirectMilliseconds);
    return () => window.clearTimeout(timer);
  }, [login, navigate]);
  return (
    <Dialog
      onClose={() => navigate(login)}
      dismissable={false}
      title={t("auth.register.done_title")}
      closeLabel={t("common.close")}
      actions={
        <LinkButton variant="primary" href={login}>
          {t("auth.register.done_action")}
        </LinkButton>
      }
    >
      <p>{t("auth.register.done_text")}</p>
    </Dialog>
  );
}
