import type { ReactNode } from "react";
import { tiers } from "#contract/product";
import { t } from "../../i18n/translate.ts";
import { useProduct, useProductNotes } from "../../api/products.ts";
import { formatList } from "../../i18n/dates.ts";
import { FamilyNames, NoteNames } from "../../scent/NotePyramid.tsx";
import { familiesOf } from "#contract/families";
import { hasNotes, notesInCommon } from "../../scent/painted-notes.ts";
import { ownName, shownName } from "../../scent/product-name.ts";
import ScentPortrait from "../../scent/ScentPortrait.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { reasonLabels } from "./reasons.ts";
import type { ResultWords } from "./ResultStep.tsx";
import styles from "./compare.module.css";

interface CompareDialogProps extends ResultWords {
  one: string;
  other: string;
  onClose: () => void;
}

/** A table, so that screen readers name row and column. */
export default function CompareDialog(props: CompareDialogProps) {
  const { one, other, said, lang, onClose } = props;
  const left = useScent(one);
  const right = useScent(other);
  if (left === null || right === null) return null;
  const both = [left, right];
  const shared = notesInCommon(left.notes, right.notes).map(({ name }) => name);
  const labelsOf = ({ id }: Scent) => (said === null ? [] : reasonLabels(said, id));
  const hasReasons = both.some((scent) => labelsOf(scent).length > 0);
  const reasons = (scent: Scent) => {
    const labels = labelsOf(scent);
    if (!hasReasons) return null;
    if (labels.length === 0) return t("shop.quiz.compare.no_reason");
    return (
      <ul className={styles.names} lang={lang}>
        {labels.map((label) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    );
  };
  const isShared = both.every(({ notes }) => hasNotes(notes));
  const common = shared.length > 0 ? formatList(shared) : t("shop.quiz.compare.nothing_common");
  const each = (cellOf: (scent: Scent) => ReactNode) => both.map(cellOf);
  /** Null is unknown; a row of nothing else is left out. One cell is about both. */
  const rows: [title: string, cells: ReactNode[]][] = [
    [t("shop.quiz.compare.about"), each(({ about }) => about)],
    [t("shop.quiz.compare.why"), each(reasons)],
    ...tiers.map((tier): [string, ReactNode[]] => [
      t(`shop.scent.tier.${tier}`),
      each(({ notes }) =>
        notes[tier].length > 0 ? <NoteNames notes={notes[tier]} faint={shared} /> : null,
      ),
    ]),
    [
      t("shop.scent.families"),
      each(({ notes }) => (familiesOf(notes).length > 0 ? <FamilyNames notes={notes} /> : null)),
    ],
    [t("shop.quiz.compare.common"), [isShared ? common : null]],
  ];
  return (
    <Dialog
      isReading
      onClose={onClose}
      title={t("shop.quiz.compare.title")}
      closeLabel={t("common.close")}
      className={styles.compare}
      actions={<Button onClick={onClose}>{t("common.close")}</Button>}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">
          {t("shop.quiz.compare.caption", { left: left.name, right: right.name })}
        </caption>
        <thead>
          <tr>
            {both.map(({ id, notes }) => (
              <td key={id}>
                <ScentPortrait
                  productId={id}
                  notes={notes}
                  size="card"
                  className={styles.portrait}
                />
              </td>
            ))}
          </tr>
          <tr>
            {both.map(({ id, name, number }) => (
              <th key={id} scope="col" className={styles.heading}>
                <div className={styles.name}>{name}</div>
                {number === null ? null : <div className="soft">{number}</div>}
              </th>
            ))}
          </tr>
        </thead>
        {rows
          .filter(([, cells]) => cells.some((cell) => cell !== null))
          .map(([title, cells]) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={2} className={styles.rowName}>
                  {title}
                </th>
              </tr>
              <tr>
                {cells.map((cell, place) => (
                  <td key={place} colSpan={2 / cells.length}>
                    {cell ?? "–"}
                  </td>
                ))}
              </tr>
            </tbody>
          ))}
      </table>
    </Dialog>
  );
}

type Scent = NonNullable<ReturnType<typeof useScent>>;

function useScent(id: string) {
  const { data: product } = useProduct(id);
  const { data: notes } = useProductNotes(id);
  if (product === undefined || notes === undefined) return null;
  const number = ownName(product) === null ? null : product.product_id;
  return { id, name: shownName(product), number, about: product.description || null, notes };
}
