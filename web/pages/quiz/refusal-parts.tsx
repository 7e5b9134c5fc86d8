import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { t } from "../../i18n/translate.ts";
import fold from "../../ui/fold.module.css";
import styles from "./quiz.module.css";

/** Loaded on demand: with the dictionary they weigh as much as half of the quiz. */
export const loadRefusalScreens = () => import("./refusal-screens.tsx");
type Screens = Awaited<ReturnType<typeof loadRefusalScreens>>;

export const FoldedRefusals = part(({ FoldedRefusals: Part }) => Part, <FoldedPlace />);
export const KeptOutCounts = part(({ KeptOutCounts: Part }) => Part);
export const KeptOutNames = part(({ KeptOutNames: Part }) => Part);
export const NoteMarks = part(({ NoteMarks: Part }) => Part);
export const ReadRefusals = part(({ ReadRefusals: Part }) => Part);
export const UnansweredRefusal = part(({ UnansweredRefusal: Part }) => Part);
/** They read words by the same dictionary. */
export const AnswerPicture = part(({ AnswerPicture: Part }) => Part);
export const GrowingPortrait = part(({ GrowingPortrait: Part }) => Part);

function part<Props extends object>(
  pick: (screens: Screens) => ComponentType<Props>,
  fallback: ReactNode = null,
) {
  const Part = lazy(async () => ({ default: pick(await loadRefusalScreens()) }));
  return (props: Props) => <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>;
}

/** As high as the refusals that come, so that the button below stays where it is. */
function FoldedPlace() {
  return (
    <details className={`${fold.fold} ${fold.line} ${styles.folded}`} inert>
      <summary>{t("shop.refusals.folded_nothing")}</summary>
    </details>
  );
}
