import type { KeptOut } from "#contract/survey";
import { formatList } from "../../i18n/dates.ts";
import { useI18n } from "../../i18n/translate.ts";
import { useRefusalNames } from "../../refusals/Without.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./quiz.module.css";

interface KeptOutNoticeProps {
  keptOut: KeptOut;
  onChange: () => void;
}

/** What stayed out of a result, and why there are fewer scents than asked for. */
export function KeptOutNotice({ keptOut, onChange }: KeptOutNoticeProps) {
  const { t, plural } = useI18n();
  const names = useRefusalNames(keptOut.applied);
  const isShort = keptOut.missing > 0;
  return (
    <Notice
      tone={isShort ? "warning" : "info"}
      className={styles.keptOut}
      title={names === null ? undefined : t("shop.refusals.without", { names })}
      actions={
        <Button variant="secondary" onClick={onChange}>
          {t("shop.refusals.change")}
        </Button>
      }
    >
      <KeptOutCounts keptOut={keptOut} />
      {isShort ? <p>{plural("shop.refusals.missing", keptOut.missing)}</p> : null}
    </Notice>
  );
}

export function KeptOutCounts({ keptOut }: { keptOut: KeptOut }) {
  const { locale, t, plural } = useI18n();
  const { refused, unread, selected_refused: selected } = keptOut;
  return (
    <>
      {refused === 0 ? null : <p>{plural("shop.refusals.left_out", refused)}</p>}
      {unread === 0 ? null : <p>{plural("shop.refusals.unread", unread)}</p>}
      {selected === null ? null : (
        <p>
          {selected.length === 0
            ? t("shop.refusals.selected_unread")
            : t("shop.refusals.selected", { names: formatList(locale, selected) })}
        </p>
      )}
    </>
  );
}
