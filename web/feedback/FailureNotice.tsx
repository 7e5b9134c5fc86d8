import type { ReactNode } from "react";
import { t } from "../i18n/translate.ts";
import { errorText } from "../api/errors.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";

export interface FailureNoticeProps {
  error: unknown;
  title?: ReactNode;
  retry?: (() => void) | undefined;
  className?: string | undefined;
}

export function FailureNotice({ error, title, retry, className }: FailureNoticeProps) {
  if (error === null || error === undefined) return null;
  return (
    <Notice
      tone="danger"
      title={title}
      className={className}
      actions={
        retry ? (
          <Button variant="secondary" onClick={retry}>
            {t("common.retry")}
          </Button>
        ) : null
      }
    >
      <p>{errorText(error)}</p>
    </Notice>
  );
}
