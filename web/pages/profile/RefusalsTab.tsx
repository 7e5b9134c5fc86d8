import { lazy, use, useState } from "react";
import { saveRefusals, useRefusals } from "../../api/refusals.ts";
import { loadMessages } from "../../i18n/messages.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import NeverUse from "../../refusals/NeverUse.tsx";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import form from "../../ui/form.module.css";
import styles from "./profile.module.css";

const SidePortrait = lazy(() => import("../../scent/SidePortrait.tsx"));

export function RefusalsTab() {
  const { locale, t } = useI18n();
  // Written for the quiz; the profile itself does without the shop's texts.
  use(loadMessages(locale, ["shop"]));
  const { data, error, mutate } = useRefusals();
  const [changed, setChanged] = useState<readonly string[] | null>(null);
  const [state, setState] = useState<"open" | "saving" | "saved">("open");
  const [failure, setFailure] = useState<unknown>(null);
  if (data === undefined)
    return error === undefined ? (
      <Skeleton lines={3} label={t("common.loading")} />
    ) : (
      <FailureNotice error={error} retry={() => void mutate()} />
    );
  const shown = changed ?? data;
  const change = (list: readonly string[]) => {
    setChanged(list);
    setState("open");
  };
  const save = async () => {
    setState("saving");
    setFailure(null);
    try {
      await saveRefusals(shown);
      setChanged(null);
      setState("saved");
    } catch (caught) {
      setFailure(caught);
      setState("open");
    }
  };
  return (
    <>
      <div className={classNames(form.form, styles.refusals)}>
        <NeverUse
          refusals={shown}
          onAdd={(refusal) => change([...shown, refusal])}
          onRemove={(refusal) => change(shown.filter((one) => one !== refusal))}
        />
        {failure === null ? null : (
          <FailureNotice title={t("shop.refusals.save_failed")} error={failure} />
        )}
        {state === "saved" ? <Notice tone="success" title={t("shop.refusals.saved")} /> : null}
        <div className={form.actions}>
          <Button
            variant="primary"
            busy={state === "saving"}
            disabled={changed === null}
            onClick={() => void save()}
          >
            {t("shop.refusals.save")}
          </Button>
        </div>
      </div>
      {/* Below the field that leads on, so that the first entry moves nothing above it. */}
      {shown.length === 0 ? (
        <EmptyState
          className={styles.nothing}
          picture={<SidePortrait />}
          title={t("shop.refusals.none_title")}
        >
          {t("shop.refusals.none_text")}
        </EmptyState>
      ) : null}
    </>
  );
}
