import { useId, type ReactNode } from "react";
import type { ErrorCode } from "#contract/errors";
import { t } from "../i18n/translate.ts";
import { codeOf, errorText } from "../api/errors.ts";
import { Button, type ButtonVariant } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import form from "../ui/form.module.css";
import { FailureNotice } from "./FailureNotice.tsx";
import { useWork } from "./use-work.ts";

interface TaskDialogProps {
  title: string;
  action: string;
  variant?: ButtonVariant;
  cancel?: string | null;
  isReady?: boolean;
  failureTitle?: string;
  fieldCode?: ErrorCode;
  onClose: () => void;
  /** The dialog stays open while this runs and when it fails. */
  onDo: () => Promise<unknown> | void;
  children: ReactNode | ((wrong: string | undefined, forget: () => void) => ReactNode);
}

/** A dialog in which one thing is done. It is a form, so it must not stand in one. */
export function TaskDialog(props: TaskDialogProps) {
  const { title, action, variant = "primary", cancel, isReady = true } = props;
  const { failureTitle, fieldCode, onClose, onDo, children } = props;
  const { isBusy, failure, run, forget } = useWork();
  const id = useId();
  const isFields = fieldCode !== undefined && codeOf(failure) === fieldCode;
  return (
    <Dialog
      onClose={onClose}
      title={title}
      closeLabel={cancel ?? t("common.close")}
      actions={
        <>
          {cancel === null ? null : (
            <Button onClick={onClose}>{cancel ?? t("common.cancel")}</Button>
          )}
          <Button type="submit" form={id} variant={variant} busy={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) void run(onDo);
        }}
      >
        {isFields ? null : <FailureNotice title={failureTitle} error={failure} />}
        {typeof children === "function"
          ? children(isFields ? errorText(failure) : undefined, forget)
          : children}
      </form>
    </Dialog>
  );
}
