import { useState } from "react";
import { loadMessages, t, useMessages } from "../../i18n/translate.ts";
import { saveRefusals, useRefusals } from "../../api/refusals.ts";
import { FailureNotice, Loading } from "../../feedback/FailureNotice.tsx";
import { useWork } from "../../feedback/use-work.ts";
import NeverUse from "../../refusals/NeverUse.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import form from "../../ui/form.module.css";
import styles from "./profile.module.css";

export default function RefusalsTab() {
  // Written for the quiz; the profile itself does without the shop's texts.
  useMessages(loadMessages(["shop"]));
  const read = useRefusals();
  const { data } = read;
  const [changed, setChanged] = useState<readonly string[] | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, failure, run } = useWork();
  if (data === undefined) return <Loading of={read} lines={3} />;
  const shown = changed ?? data;
  const change = (list: readonly string[]) => {
    setChanged(list);
    setSaved(false);
  };
  const save = async () => {
    await saveRefusals(shown);
    setChanged(null);
    setSaved(true);
  };
  return (
    <>
      <div className={form.form}>
        <NeverUse
          refusals={shown}
          onAdd={(refusal) => change([...shown, refusal])}
          onRemove={(refusal) => change(shown.filter((one) => one !== refusal))}
        />
        <FailureNotice title={t("shop.refusals.save_failed")} error={failure} />
        {isSaved ? <Notice tone="success" title={t("shop.refusals.saved")} /> : null}
        <div className={`cluster ${form.actions}`}>
          <Button
            variant="primary"
            busy={isBusy}
            disabled={changed === null}
            onClick={() => void run(save)}
          >
            {t("shop.refusals.save")}
          </Button>
        </div>
      </div>
      {/* Below the field that leads on, so that the first entry moves nothing above it. */}
      {shown.length === 0 ? (
        <EmptyState className={styles.nothing} title={t("shop.refusals.none_title")}>
          {t("shop.refusals.none_text")}
        </EmptyState>
      ) : null}
    </>
  );
}
