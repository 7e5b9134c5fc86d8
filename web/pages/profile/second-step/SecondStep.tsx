import { useState } from "react";
import {
  turnSecondStepOff,
  useSecondStep,
  renewRecoveryCodes,
  beginSecondStep,
} from "../../../api/second-step.ts";
import { FailureNotice } from "../../../feedback/FailureNotice.tsx";
import { Outcome } from "../../../feedback/Outcome.tsx";
import { useI18n } from "../../../i18n/translate.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import form from "../../../ui/form.module.css";
import { PasswordDialog } from "../PasswordDialog.tsx";
import styles from "./second-step.module.css";
import { useWords } from "./use-words.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { ConnectApp } from "./ConnectApp.tsx";

type Task = "turn_on" | "turn_off" | "renew";

/** The member's own second step: what is on, and the dialogs that change it. */
export function SecondStep() {
  const { t, plural } = useI18n();
  const { data, error, mutate } = useSecondStep();
  const [task, setTask] = useState<Task | null>(null);
  const [done, setDone] = useState<"turned_on" | "turned_off" | null>(null);
  const say = useWords();
  const begin = (next: Task) => {
    setDone(null);
    setTask(next);
  };
  const end = (outcome: typeof done = null) => {
    setTask(null);
    setDone(outcome);
  };

  return (
    <section className={styles.section} aria-labelledby="second-step">
      <h2 id="second-step">
        {say("title")}{" "}
        {data ? (
          <Badge tone={data.is_on ? "success" : "neutral"}>{say(data.is_on ? "on" : "off")}</Badge>
        ) : null}
      </h2>
      <p className={form.soft}>{say("intro")}</p>
      {done === null ? null : (
        <Outcome>
          <Notice tone="success" title={say(done)} />
        </Outcome>
      )}
      {data === undefined && error !== undefined ? (
        <FailureNotice error={error} retry={() => void mutate()} />
      ) : null}
      {data === undefined && error === undefined ? (
        <Skeleton lines={2} label={t("common.loading")} />
      ) : null}
      {data?.is_on === false ? (
        <div className={form.actions}>
          <Button onClick={() => begin("turn_on")}>{say("turn_on")}</Button>
        </div>
      ) : null}
      {data?.is_on === true ? (
        <>
          <p>{plural("auth.profile.second_step.codes_left", data.recovery_codes_left)}</p>
          <div className={form.actions}>
            <Button onClick={() => begin("renew")}>{say("renew")}</Button>
            <Button variant="danger" onClick={() => begin("turn_off")}>
              {say("turn_off")}
            </Button>
          </div>
        </>
      ) : null}
      {task === "turn_on" ? <TurnOn onClose={() => end()} onDone={() => end("turned_on")} /> : null}
      {task === "turn_off" ? (
        <PasswordDialog
          title={say("off_title")}
          why={say("off_why")}
          action={say("turn_off")}
          variant="danger"
          onClose={() => end()}
          onConfirm={async (password) => {
            await turnSecondStepOff(password);
            end("turned_off");
          }}
        />
      ) : null}
      {task === "renew" ? <Renew onDone={() => end()} /> : null}
    </section>
  );
}

function Renew({ onDone }: { onDone: () => void }) {
  const say = useWords();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onDone} />;
  return (
    <PasswordDialog
      title={say("renew_title")}
      why={say("renew_why")}
      action={say("renew")}
      onClose={onDone}
      onConfirm={async (password) => setCodes(await renewRecoveryCodes(password))}
    />
  );
}

interface TurnOnProps {
  onClose: () => void;
  onDone: () => void;
}

/** Password, then the app's first code, then the recovery codes: from there on it is on. */
function TurnOn({ onClose, onDone }: TurnOnProps) {
  const say = useWords();
  const [secret, setSecret] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (secret !== null)
    return <ConnectApp secret={secret} onConnected={setCodes} onClose={onClose} />;
  return (
    <PasswordDialog
      title={say("password_title")}
      why={say("password_why")}
      action={say("continue")}
      onClose={onClose}
      onConfirm={async (password) => setSecret(await beginSecondStep(password))}
    />
  );
}
