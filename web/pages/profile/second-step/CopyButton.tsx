import { useState, type ReactNode } from "react";
import { useI18n } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/Button.tsx";
import form from "../../../ui/form.module.css";

export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useI18n();
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
      <output className={form.small}>{isCopied ? t("auth.profile.second_step.copied") : ""}</output>
    </>
  );
}
