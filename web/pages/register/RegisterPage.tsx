import { useState } from "react";
import { Link } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { ChoiceCards } from "../../ui/ChoiceCards.tsx";
import styles from "../../ui/form.module.css";
import { RegisterForm } from "./RegisterForm.tsx";
import { useRegistration } from "./use-registration.ts";

type MemberKind = "individual" | "business";

export default function RegisterPage() {
  const { locale, t } = useI18n();
  const [kind, setKind] = useState<MemberKind | null>(null);
  const [isChosen, setChosen] = useState(false);
  const form = useRegistration(kind === "business");

  return (
    <SplitPage
      title={t("auth.register.title")}
      eyebrow={t("auth.register.step", { step: isChosen ? 2 : 1 })}
      intro={isChosen ? t(`auth.register.intro_${kind ?? "individual"}`) : t("auth.register.intro")}
    >
      {isChosen && kind !== null ? (
        <RegisterForm
          form={form}
          isBusiness={kind === "business"}
          onBack={() => {
            form.clearMistakes();
            setChosen(false);
          }}
        />
      ) : (
        <KindForm kind={kind} onChoose={setKind} onNext={() => setChosen(true)} />
      )}
      <p className={styles.ways}>
        <span className={styles.soft}>
          {t("auth.register.have_account")}{" "}
          <Link href={paths.login({ locale })}>{t("auth.login.submit")}</Link>
        </span>
      </p>
    </SplitPage>
  );
}

interface KindFormProps {
  kind: MemberKind | null;
  onChoose: (kind: MemberKind) => void;
  onNext: () => void;
}

function KindForm({ kind, onChoose, onNext }: KindFormProps) {
  const { t } = useI18n();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (kind !== null) onNext();
      }}
    >
      <ChoiceCards
        legend={t("auth.register.who")}
        name="member_kind"
        value={kind}
        onChange={onChoose}
        options={[
          {
            value: "individual",
            title: t("auth.register.individual"),
            text: t("auth.register.individual_text"),
          },
          {
            value: "business",
            title: t("auth.register.business"),
            text: t("auth.register.business_text"),
          },
        ]}
      />
      <Button type="submit" variant="primary" className={styles.wide} disabled={kind === null}>
        {t("auth.register.next")}
      </Button>
    </form>
  );
}
