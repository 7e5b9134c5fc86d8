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

export function UserMenu({
  className,
  buttonClassName,
}: {
  className?: string | undefined;
  buttonClassName?: string | undefined;
}) {
  const { t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const label = useMemberLabel();
  return (
    <Disclosure
      className={className}
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
      {(close) =>
        isAuthenticated ? (
          <MemberLinks label={label} onClose={close} />
        ) : (
          <VisitorLinks onClose={close} />
        )
      }
    </Disclosure>
  );
}

function MemberLinks({ label, onClose }: { label: string; onClose: () => void }) {
  const { locale, t } = useI18n();
  return (
    <ul className={styles.menu}>
      <li className={styles.who}>{label}</li>
      <MenuLink href={paths.profile({ locale })} text={t("common.nav.profile")} onClick={onClose} />
      <MenuLink href={paths.orders({ locale })} text={t("common.nav.orders")} onClick={onClose} />
      <li>
        <button type="button" className={styles.item} onClick={() => void signOut()}>
          {t("common.nav.logout")}
        </button>
      </li>
    </ul>
  );
}

function VisitorLinks({ onClose }: { onClose: () => void }) {
  const { locale, t } = useI18n();
  const from = useHere();
  return (
    <ul className={styles.menu}>
      <MenuLink
        href={paths.login({ locale, from })}
        text={t("common.nav.login")}
        onClick={onClose}
      />
      <MenuLink
        href={paths.register({ locale })}
        text={t("common.nav.register")}
        onClick={onClose}
      />
    </ul>
  );
}

function MenuLink({ href, text, onClick }: { href: string; text: string; onClick: () => void }) {
  return (
    <li>
      <Link href={href} className={styles.item} onClick={onClick}>
        {text}
      </Link>
    </li>
  );
}
