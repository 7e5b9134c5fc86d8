import { useEffect, useRef, useState } from "react";
import type { Session } from "#contract/auth";
import { t } from "../../i18n/translate.ts";
import { endSessions, useSessions } from "../../api/account.ts";
import { countryName, formatDateTime } from "../../i18n/dates.ts";
import { Loading } from "../../feedback/FailureNotice.tsx";
import { signOut } from "../../session/session.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import form from "../../ui/form.module.css";
import { PasswordDialog } from "./PasswordDialog.tsx";
import styles from "./profile.module.css";

type Outcome = "ended" | "ended_others";

export default function SessionsTab() {
  const read = useSessions();
  const sessions = read.data?.data;
  const [ending, setEnding] = useState<Session | "others" | null>(null);
  const [done, setDone] = useState<Outcome | null>(null);
  const intro = useRef<HTMLParagraphElement>(null);

  const ask = (what: Session | "others") => {
    setDone(null);
    if (what !== "others" && what.current) void signOut();
    else setEnding(what);
  };
  const end = async (password: string) => {
    if (ending === null) return;
    await endSessions(password, ending === "others" ? undefined : ending.id);
    setEnding(null);
    setDone(ending === "others" ? "ended_others" : "ended");
  };
  // The pressed button is gone with its row, and the dialog would give the focus back to it.
  useEffect(() => {
    if (done !== null) intro.current?.focus();
  }, [done]);

  if (!sessions) return <Loading of={read} lines={4} />;
  return (
    <>
      {done === null ? null : <Notice tone="success" title={t(`auth.profile.sessions.${done}`)} />}
      <p ref={intro} tabIndex={-1} className={form.soft}>
        {t("auth.profile.sessions.intro")}
      </p>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Device session={session} onEnd={() => ask(session)} />
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div className={`cluster ${form.actions}`}>
          <Button variant="danger" onClick={() => ask("others")}>
            {t("auth.profile.sessions.end_others")}
          </Button>
        </div>
      ) : null}
      {ending === null ? null : (
        <PasswordDialog
          why={t("auth.profile.sessions.confirm_text")}
          action={t("auth.profile.sessions.end")}
          variant="danger"
          title={
            ending === "others"
              ? t("auth.profile.sessions.end_others")
              : t("auth.profile.sessions.end_named", { name: ending.browser })
          }
          onClose={() => setEnding(null)}
          onConfirm={end}
        />
      )}
    </>
  );
}

function Device({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const place =
    session.place === null ? t("auth.profile.sessions.place_unknown") : countryName(session.place);
  const time = formatDateTime(session.last_seen_at);
  return (
    <div className={`cluster ${styles.row}`}>
      <p className={styles.main}>
        {session.browser}{" "}
        {session.current ? (
          <Badge tone="success">{t("auth.profile.sessions.current")}</Badge>
        ) : null}
        <small className="soft">{t("auth.profile.sessions.facts", { place, time })}</small>
      </p>
      <Button
        variant="quiet"
        onClick={onEnd}
        aria-label={t("auth.profile.sessions.end_named", { name: session.browser })}
      >
        {t("auth.profile.sessions.end")}
      </Button>
    </div>
  );
}
