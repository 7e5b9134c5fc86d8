import { useState, type ReactNode } from "react";
import { plural, t, type MessageKey } from "../../i18n/translate.ts";
import * as account from "../../api/account.ts";
import { Loading, Done } from "../../feedback/FailureNotice.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button, type ButtonVariant } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/form.module.css";
import { PasswordDialog } from "./PasswordDialog.tsx";
import styles from "./profile.module.css";
import { encode } from "uqr";
import { otpDigits } from "#contract/limits";
import { sixDigits } from "#contract/auth";
import { TaskDialog } from "../../feedback/TaskDialog.tsx";
import { useAuth } from "../../stores/auth.ts";
import { TextField } from "../../ui/TextField.tsx";

type WordKey<Key> = Key extends `auth.profile.second_step.${infer Name}` ? Name : never;
const say = (key: WordKey<MessageKey>) => t(`auth.profile.second_step.${key}`);

interface ConnectAppProps {
  secret: string;
  onConnected: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

function ConnectApp({ secret, onConnected, onClose }: ConnectAppProps) {
  const email = useAuth((state) => state.member?.email ?? "");
  const [code, setCode] = useState("");
  return (
    <TaskDialog
      title={say("scan_title")}
      action={say("confirm")}
      cancel={null}
      isReady={sixDigits.test(code)}
      fieldCode="otp_wrong"
      onClose={onClose}
      onDo={async () => onConnected(await account.confirmSecondStep(code))}
    >
      {(wrong, forget) => (
        <div className={form.form}>
          <p className={form.soft}>{say("scan")}</p>
          <QrCode text={uriOf(secret, t("common.brand"), email)} label={say("qr")} />
          <div className={`cluster ${styles.key}`}>
            <p>
              <span className="soft">{say("key")}</span>
              <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
            </p>
            <CopyButton text={secret}>{say("copy_key")}</CopyButton>
          </div>
          <TextField
            name="code"
            label={say("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="done"
            required
            value={code}
            onChange={(event) => {
              setCode(event.target.value.normalize("NFKC").replace(/\D/g, "").slice(0, otpDigits));
              forget();
            }}
            error={wrong}
          />
        </div>
      )}
    </TaskDialog>
  );
}

/** The key URI that authenticator apps read: SHA-1, six digits and 30 seconds are its defaults. */
function uriOf(secret: string, brand: string, email: string): string {
  const issuer = encodeURIComponent(brand);
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`;
}

const quietZone = 4;

/** Dark on light in every theme: that is what cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: quietZone });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg role="img" aria-label={label} className={styles.qr} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}

/** Shown once: only the button closes it. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog
      onClose={onKept}
      dismissable={false}
      title={say("codes_title")}
      closeLabel={t("common.close")}
      actions={
        <Button variant="primary" onClick={onKept}>
          {say("kept")}
        </Button>
      }
    >
      <div className={form.form}>
        <p className={form.soft}>{say("codes_why")}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={`cluster ${form.actions}`}>
          <CopyButton text={text}>{say("copy_codes")}</CopyButton>
          <a
            className="tap"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${say("file_name")}.txt`}
          >
            {say("save_codes")}
          </a>
        </div>
      </div>
    </Dialog>
  );
}

function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        onClick={() =>
          // Where a browser refuses, the text can still be selected.
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        {children}
      </Button>
      <output className="soft">{isCopied ? say("copied") : ""}</output>
    </>
  );
}

/** What the password is asked for: the dialog's title, reason and button. */
const asked = {
  turn_on: ["password_title", "password_why", "continue"],
  turn_off: ["off_title", "off_why", "turn_off"],
  renew: ["renew_title", "renew_why", "renew"],
} as const;

async function goOn(ask: keyof typeof asked, password: string): Promise<Task> {
  if (ask === "turn_on") return { secret: await account.beginSecondStep(password) };
  if (ask === "renew") return { codes: await account.renewRecoveryCodes(password), outcome: null };
  await account.turnSecondStepOff(password);
  return { done: "turned_off" };
}

type Task =
  | { ask: keyof typeof asked }
  | { secret: string }
  | { codes: readonly string[]; outcome: "turned_on" | null }
  | { done: "turned_on" | "turned_off" | null };
const nothing: Task = { done: null };

export function SecondStep() {
  const read = account.useSecondStep();
  const { data } = read;
  const [task, setTask] = useState<Task>(nothing);
  const close = () => setTask(nothing);
  const opener = (ask: keyof typeof asked, variant: ButtonVariant = "secondary") => (
    <Button variant={variant} onClick={() => setTask({ ask })}>
      {say(ask)}
    </Button>
  );
  return (
    <section className={`stack ${styles.section}`} aria-labelledby="second-step">
      <h2 id="second-step" className="lesser">
        {say("title")}{" "}
        {data ? (
          <Badge tone={data.is_on ? "success" : "neutral"}>{say(data.is_on ? "on" : "off")}</Badge>
        ) : null}
      </h2>
      <p className={form.soft}>{say("intro")}</p>
      {"done" in task && task.done !== null ? <Done title={say(task.done)} /> : null}
      <Loading of={read} lines={2} />
      {data?.is_on === true ? (
        <p>{plural("auth.profile.second_step.codes_left", data.recovery_codes_left)}</p>
      ) : null}
      {data === undefined ? null : (
        <div className={`cluster ${form.actions}`}>
          {data.is_on ? opener("renew") : opener("turn_on")}
          {data.is_on ? opener("turn_off", "danger") : null}
        </div>
      )}
      {"ask" in task ? (
        <PasswordDialog
          title={say(asked[task.ask][0])}
          why={say(asked[task.ask][1])}
          action={say(asked[task.ask][2])}
          variant={task.ask === "turn_off" ? "danger" : "primary"}
          onClose={close}
          onConfirm={async (password) => setTask(await goOn(task.ask, password))}
        />
      ) : null}
      {"secret" in task ? (
        <ConnectApp
          secret={task.secret}
          onConnected={(codes) => setTask({ codes, outcome: "turned_on" })}
          onClose={close}
        />
      ) : null}
      {"codes" in task ? (
        <RecoveryCodes codes={task.codes} onKept={() => setTask({ done: task.outcome })} />
      ) : null}
    </section>
  );
}
