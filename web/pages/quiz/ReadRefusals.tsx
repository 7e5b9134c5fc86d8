import { useRef, useState } from "react";
import { formatList } from "../../i18n/dates.ts";
import { useI18n } from "../../i18n/translate.ts";
import { labelOf } from "../../refusals/knowledge.ts";
import { RefusalChips } from "../../refusals/NeverUse.tsx";
import styles from "../../refusals/refusals.module.css";
import { Button } from "../../ui/Button.tsx";
import type { Said } from "./answers.ts";
import { useQuizRefusals } from "./quiz-refusals.ts";

/** Below the words or choices: what they leave out this once, to take back or to keep, and what else they name. */
export function ReadRefusals({ said }: { said: Said }) {
  const { locale, t } = useI18n();
  const refusals = useQuizRefusals(said);
  const box = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState("");
  if (refusals.list === null) return null;
  const { understood, offered, asks } = refusals;
  if (understood.length + offered.length === 0 && !asks) return null;
  const nameOf = (refusal: string) => labelOf(refusal, locale);
  const add = (added: readonly string[]) => {
    refusals.add(added);
    setTold(t("shop.refusals.added", { name: formatList(locale, added.map(nameOf)) }));
    // The pressed button is gone.
    box.current?.focus();
  };
  const takeBack = (refusal: string) => {
    refusals.remove(refusal);
    setTold(t("shop.refusals.taken_back", { name: nameOf(refusal) }));
    box.current?.focus();
  };
  const title = t("shop.refusals.this_time");
  return (
    <div ref={box} className={styles.read} tabIndex={-1}>
      <output className="visually-hidden">
        {told ||
          (understood.length === 0 ? "" : `${title} ${formatList(locale, understood.map(nameOf))}`)}
      </output>
      {understood.length === 0 ? null : (
        <div className={styles.row}>
          <span>{title}</span>
          <RefusalChips label={title} refusals={understood} onRemove={takeBack} />
          <Button variant="quiet" onClick={() => add(understood)}>
            {t("shop.refusals.keep")}
          </Button>
        </div>
      )}
      {offered.length === 0 && !asks ? null : (
        <div className={styles.row}>
          <span>{t(asks ? "shop.refusals.ask" : "shop.refusals.offer")}</span>
          {offered.map((refusal) => (
            <button
              key={refusal}
              type="button"
              className={styles.offer}
              aria-label={t("shop.refusals.leave_out", { name: nameOf(refusal) })}
              onClick={() => add([refusal])}
            >
              <span aria-hidden="true">+ </span>
              {nameOf(refusal)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
