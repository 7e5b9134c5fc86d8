import { t } from "../../i18n/translate.ts";
import fold from "../../ui/fold.module.css";
import { late } from "../../ui/late.tsx";
import styles from "./quiz.module.css";

/** Loaded on demand: with the dictionary they weigh as much as half of the quiz. */
export const loadRefusalScreens = () => import("./refusal-screens.tsx");
type Screens = Awaited<ReturnType<typeof loadRefusalScreens>>;
const part = <Name extends keyof Screens>(name: Name) =>
  loadRefusalScreens().then((screens) => ({ default: screens[name] }));

export const FoldedRefusals = late(() => part("FoldedRefusals"), <FoldedPlace />);
export const KeptOutCounts = late(() => part("KeptOutCounts"));
export const KeptOutNames = late(() => part("KeptOutNames"));
export const NoteMarks = late(() => part("NoteMarks"));
export const ReadRefusals = late(() => part("ReadRefusals"));
export const UnansweredRefusal = late(() => part("UnansweredRefusal"));
/** They read words by the same dictionary. */
export const AnswerPicture = late(() => part("AnswerPicture"));
export const GrowingPortrait = late(() => part("GrowingPortrait"));

/** As high as the refusals that come, so that the button below stays where it is. */
function FoldedPlace() {
  return (
    <details className={`${fold.fold} ${fold.line} ${styles.folded}`} inert>
      <summary>{t("shop.refusals.folded_nothing")}</summary>
    </details>
  );
}
