import type { ProductNotes } from "#contract/product";
import { useRefusals } from "../../api/refusals.ts";
import { formatList } from "../../i18n/dates.ts";
import { useI18n } from "../../i18n/translate.ts";
import { useKnowledge } from "../../refusals/use-knowledge.ts";
import styles from "./quiz.module.css";

/** A kept result may be older than a refusal, so each scent is judged again by today's. */
export function NoteMarks({ notes }: { notes: ProductNotes }) {
  const { locale, t } = useI18n();
  const { data: refusals = [] } = useRefusals();
  const { data: knowledge } = useKnowledge(refusals.length > 0);
  if (knowledge === undefined || refusals.length === 0) return null;
  const verdict = knowledge.judgeNotes(notes, refusals);
  if (verdict.kind !== "refused" && verdict.kind !== "unknown") return null;
  return (
    <p className={verdict.kind === "refused" ? styles.holdsRefused : styles.holdsUnknown}>
      {t(`shop.refusals.mark.${verdict.kind}`, { names: formatList(locale, verdict.notes) })}
    </p>
  );
}
