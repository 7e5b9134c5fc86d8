import { Link } from "wouter";
import { useI18n } from "../i18n/translate.ts";
import { useHere } from "../navigation/use-here.ts";
import { paths } from "../paths.ts";
import { useAuth } from "../stores/auth.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { signOut } from "../session/session.ts";
import styles from "./Menu.module.css";

/** A plain word stands in until the member's data has arrived. */
function useMemberLabel(): string {
  const { t } = useI18n();
  const member = useAuth((state) => state.member);
  return member?.full_name.trim() || member?.email || t("common.nav.member");
}

export function UserMenu({ buttonClassName }: { buttonClassName: string | undefined }) {
  const { t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const label = useMemberLabel();
  return (
    <Disclosure
      buttonClassName={buttonClassName}
      label={
        isAuthenticated ? t("common.nav.account_of", { name: label }) : t("common.nav.account")
      }
      button={
        <>
          <svg viewBox="0 0 24 24" className={styles.icon} aria-hidden="true" focusable="false">
            <circle cx="12" cy="8.500" r="3.750" />
            <path d="M4.500 20c.8-4 3.700-6 7.500-6s6.700 2 7.500 6" />
          </svg>
          {isAuthenticated ? <span className={styles.name}>{label}</span> : null}
        </>
      }
    >
      {(close) => <Links label={label} onClose={close} />}
    </Disclosure>
  );
}

function Links({ label, onClose }: { label: string; onClose: () => void }) {
  const { locale, t } = useI18n();
  const from = useHere();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const links = isAuthenticated
    ? [
        { href: paths.profile({ locale }), text: t("common.nav.profile") },
        { href: paths.orders({ locale }), text: t("common.nav.orders") },
      ]
    : [
        { href: paths.login({ locale, from }), text: t("common.nav.login") },
        { href: paths.register({ locale }), text: t("common.nav.register") },
      ];
  return (
    <ul className={styles.menu}>
      {isAuthenticated ? <li className={styles.who}>{label}</li> : null}
      {links.map(({ href, text }) => (
        <li key={href}>
          <Link href={href} className={styles.item} onClick={onClose}>
            {text}
          </Link>
        </li>
      ))}
      {isAuthenticated ? (
        <li>
          <button type="button" className={styles.item} onClick={() => void signOut()}>
            {t("common.nav.logout")}
          </button>
        </li>
      ) : null}
    </ul>
  );
}
