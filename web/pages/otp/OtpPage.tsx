import { Link, Redirect, useSearch } from "wouter";
import { safeReturn } from "../../account/safe-return.ts";
import { useI18n } from "../../i18n/translate.ts";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import form from "../../ui/form.module.css";
import { AppCodeForm, CodeForm } from "./CodeForms.tsx";

export default function OtpPage() {
  const { locale, t } = useI18n();
  const from = safeReturn(new URLSearchParams(useSearch()).get("from"), location.origin, locale);
  const { isAuthenticated, mustChangePassword, tempToken, pendingEmail, otpBy, otpExpiresAt } =
    useAuth();
  if (isAuthenticated) {
    const next = mustChangePassword
      ? paths.changePassword({ locale, force: true })
      : (from ?? paths.fragranceQuiz({ locale }));
    return <Redirect to={next} replace />;
  }
  const login = paths.login({ locale, from: from ?? undefined });
  if (tempToken === null || pendingEmail === null) return <Redirect to={login} replace />;
  const isApp = otpBy === "app";
  const mailed = otpExpiresAt === null ? "auth.otp.intro_unsent" : "auth.otp.intro";
  return (
    <SplitPage
      title={t("auth.otp.title")}
      intro={isApp ? undefined : t(mailed, { email: maskEmail(pendingEmail) })}
    >
      {isApp ? <AppCodeForm tempToken={tempToken} /> : <CodeForm tempToken={tempToken} />}
      <p className={form.ways}>
        {/* There is no session yet: this only drops the temporary token. */}
        <Link href={login} onClick={() => useAuth.getState().signOut()}>
          {t("auth.back_to_login")}
        </Link>
      </p>
    </SplitPage>
  );
}

/** The first letter, then stars: `o**@example.test`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const name = Array.from(email.slice(0, at === -1 ? undefined : at));
  const domain = at === -1 ? "" : email.slice(at);
  return `${name[0] ?? ""}${"*".repeat(Math.max(name.length - 1, 3))}${domain}`;
}
