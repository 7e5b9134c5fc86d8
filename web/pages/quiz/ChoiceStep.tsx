import { useState, type ReactNode } from "react";
import type { SampleItemType } from "#contract/item-kind";
import { t } from "../../i18n/translate.ts";
import { noteOf } from "../../scent/sample-notes.ts";
import { usualBottle } from "../../scent/vessel.ts";
import { late } from "../../ui/late.tsx";
import { AnswerCards } from "./AnswerCards.tsx";
import { choices, type ChoiceName, type ChoiceValue } from "./flow.ts";
import styles from "./AnswerCards.module.css";
import { StepFrame, type StepProps } from "./StepFrame.tsx";

const BottleRow = late(async () => ({
  default: (await import("../../scent/Bottle.tsx")).BottleRow,
}));
const SampleDrawing = late(() => import("../../scent/SampleDrawing.tsx"));

const answers = {
  userType: { personal: "userType.personal", enterprise: "userType.enterprise" },
  personalOptions: { SAMPLE_PAPER: "personalOptions.sample", JAR: "personalOptions.batch" },
  selection: { questionnaire: "selection.questionnaire", description: "selection.description" },
} as const satisfies {
  [Name in ChoiceName]: Record<keyof (typeof choices)[Name]["leadsTo"], string>;
};

/** One for oneself, several for a business; the samples are pictures of themselves. */
function pictureOf(step: ChoiceName, value: string): ReactNode {
  if (step === "personalOptions")
    return <SampleDrawing kinds={[value as SampleItemType]} className={styles.sample} />;
  if (step !== "userType") return undefined;
  const families = ["floral", "citrus", "green"] as const;
  const bottles = families.slice(0, value === "personal" ? 1 : 3).map((family) => ({
    ...usualBottle,
    notes: { top: [], middle: [noteOf(family, 1)], back: [] },
    name: t("common.brand"),
  }));
  return <BottleRow of={bottles} className={styles.sample} />;
}

export function ChoiceStep({ step, quiz, aside, dispatch }: StepProps & { step: ChoiceName }) {
  const [chosen, setChosen] = useState<ChoiceValue | null>(quiz[choices[step].field]);
  const advance = () => {
    if (chosen !== null) dispatch({ type: "choiceMade", step, value: chosen });
  };
  const title = t(`shop.quiz.${step}.title`);
  return (
    <StepFrame
      quiz={quiz}
      title={title}
      intro={t(`shop.quiz.${step}.intro`)}
      place={t("shop.quiz.place.begin")}
      onNext={advance}
      isReady={chosen !== null}
    >
      {aside}
      <AnswerCards
        legend={title}
        name={step}
        answers={Object.entries(answers[step]).map(([value, words]) => ({
          value: value as ChoiceValue,
          title: t(`shop.quiz.${words}`),
          text: t(`shop.quiz.${words}_text`),
          picture: pictureOf(step, value),
        }))}
        chosen={chosen === null ? [] : [chosen]}
        isRoomy
        onChoose={setChosen}
        onAdvance={advance}
      />
    </StepFrame>
  );
}
