import { useEffect, useRef, type ReactNode } from "react";
import { t } from "../i18n/translate.ts";
import { errorText } from "../api/errors.ts";
import { Button } from "../ui/Button.tsx";
import { Notice, type NoticeProps } from "../ui/Notice.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

interface FailureNoticeProps extends Pick<NoticeProps, "title" | "className"> {
  error: unknown;
  retry?: (() => void) | undefined;
}

export function FailureNotice({ error, title, retry, className }: FailureNoticeProps) {
  if (error === null || error === undefined) return null;
  return (
    <Notice
      tone="danger"
      title={title}
      className={className}
      actions={retry ? <Button onClick={retry}>{t("common.retry")}</Button> : null}
    >
      <p>{errorText(error)}</p>
    </Notice>
  );
}

/** What came of a pressed button. Mounted anew for each try: it then takes the focus. */
export function Outcome({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="outcome">
      {children}
    </div>
  );
}

export function Done(notice: Pick<NoticeProps, "title" | "children">) {
  return (
    <Outcome>
      <Notice tone="success" {...notice} />
    </Outcome>
  );
}

export function FailureOutcome(props: FailureNoticeProps) {
  if (props.error === null) return null;
  return (
    <Outcome>
      <FailureNotice {...props} />
    </Outcome>
  );
}

type Read = { data?: unknown; error?: unknown; mutate: () => Promise<unknown> };

export function Loading({ of: { data, error, mutate }, lines }: { of: Read; lines: number }) {
  if (data !== undefined) return null;
  return error === undefined ? (
    <Skeleton lines={lines} label={t("common.loading")} />
  ) : (
    <FailureNotice error={error} retry={() => void mutate()} />
  );
}
