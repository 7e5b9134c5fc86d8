import { Link, Redirect, useSearch } from "wouter";
import { screenOfPath, screens } from "#contract/screens";
import { useI18n } from "../../i18n/translate.ts";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import styles from "../../ui/form.module.css";
import { LoginForm } from "./LoginForm.tsx";
import { safeReturn } from "../../account/safe-return.ts";

export default function LoginPage() {
  const { locale, t } = useI18n();
  const from = safeReturn(new URLSearchParams(useSearch()).get("from"), location.origin, locale);
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const mustChangePassword = useAuth((state) => state.mustChangePassword);

  if (isAuthenticated) {
    const next = mustChangePassword
      ? paths.changePassword({ locale, force: true })
      : (from ?? paths.fragranceQuiz({ locale }));
    return <Redirect to={next} replace />;
  }
  return (
    <SplitPage
      title={t("auth.login.title")}
      intro={t(isMembersOnly(from) ? "auth.login.intro_from" : "auth.login.intro")}
    >
      <LoginForm from={from} />
      <p className={styles.ways}>
        <Link href={paths.register({ locale })}>{t("auth.login.to_register")}</Link>
        <Link href={paths.forgotPassword({ locale })}>{t("auth.login.to_forgot")}</Link>
      </p>
    </SplitPage>
  );
}

/** Somebody who was refused a page, not somebody who chose to sign in, is told why they are here. */
function isMembersOnly(from: string | null): boolean {
  const [path = ""] = from?.split(/[?#]/) ?? [];
  const screen = screenOfPath(path.split("/").slice(2).join("/"));
  return screen !== null && screens[screen].guarded;
}
