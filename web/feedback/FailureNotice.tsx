import type { ReactNode } from "react";
import { errorText } from "../api/errors.ts";
import { useI18n } from "../i18n/translate.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";

export interface FailureNoticeProps {
  /** Null or undefined where nothing has failed. */
  error: unknown;
  title?: ReactNode;
  retry?: (() => void) | undefined;
  className?: string | undefined;
}

export function FailureNotice({ error, title, retry, className }: FailureNoticeProps) {
  const i18n = useI18n();
  if (error === null || error === undefined) return null;
  return (
    <Notice
      tone="danger"
      title={title}
      className={className}
      actions={
        retry ? (
          <Button variant="secondary" onClick={retry}>
            {i18n.t("common.retry")}
          </Button>
        ) : null
      }
    >
      <p>{errorText(i18n, error)}</p>
    </Notice>
  );
}
