import { useRef, useState } from "react";
import type { Session } from "#contract/auth";
import { endOtherSessions, endSession, useSessions } from "../../api/sessions.ts";
import { countryName, formatDateTime } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { leave } from "../../session/session.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import form from "../../ui/form.module.css";
import styles from "./profile.module.css";

export function SessionsTab() {
  const { t } = useI18n();
  const { data: sessions, error, mutate } = useSessions();
  const [failure, setFailure] = useState<unknown>(null);
  const [done, setDone] = useState<"ended" | "ended_others" | null>(null);
  const intro = useRef<HTMLParagraphElement>(null);
  const attempt = async (work: () => Promise<void>, outcome: "ended" | "ended_others") => {
    setFailure(null);
    setDone(null);
    try {
      await work();
      setDone(outcome);
      // The pressed button is gone with its row.
      intro.current?.focus();
    } catch (caught) {
      setFailure(caught);
    }
  };
  const end = (session: Session) =>
    void attempt(async () => {
      if (session.current) await leave(() => endSession(session.id));
      else await endSession(session.id);
    }, "ended");

  if (error && !sessions) return <FailureNotice error={error} retry={() => void mutate()} />;
  if (!sessions) return <Skeleton lines={4} label={t("common.loading")} />;
  return (
    <>
      {failure === null ? null : <FailureNotice error={failure} />}
      {done === null ? null : <Notice tone="success" title={t(`auth.profile.sessions.${done}`)} />}
      <p ref={intro} tabIndex={-1} className={form.soft}>
        {t("auth.profile.sessions.intro")}
      </p>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <Device key={session.id} session={session} onEnd={() => end(session)} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button variant="danger" onClick={() => void attempt(endOtherSessions, "ended_others")}>
          {t("auth.profile.sessions.end_others")}
        </Button>
      ) : null}
    </>
  );
}

function Device({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { locale, t } = useI18n();
  const place =
    session.place === null
      ? t("auth.profile.sessions.place_unknown")
      : countryName(locale, session.place);
  return (
    <li className={styles.row}>
      <p className={styles.main}>
        {session.browser}{" "}
        {session.current ? (
          <Badge tone="success">{t("auth.profile.sessions.current")}</Badge>
        ) : null}
        <small>
          {t("auth.profile.sessions.facts", {
            place,
            time: formatDateTime(locale, session.last_seen_at),
          })}
        </small>
      </p>
      <Button
        variant="quiet"
        onClick={onEnd}
        aria-label={t("auth.profile.sessions.end_named", { name: session.browser })}
      >
        {t("auth.profile.sessions.end")}
      </Button>
    </li>
  );
}
