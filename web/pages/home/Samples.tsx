import type { Bottle } from "#contract/bottles";
import { t } from "../../i18n/translate.ts";
import { BottleRow } from "../../scent/Bottle.tsx";
import { SampleSet } from "../../scent/SampleSet.tsx";
import set from "../../scent/sample-set.module.css";
import { useNear } from "../../ui/use-near.ts";
import type * as words from "./words.ts";

/** An example. */
const bottles: readonly (Bottle & { word: words.WordId })[] = [
  { word: "rain", millilitres: 30, closure: "spray" },
  { word: "rose", millilitres: 50, closure: "spray" },
  { word: "incense", millilitres: 10, closure: "roller" },
];

/** Given `notesOf` by the page, so that its words need no file of their own. */
export default function Samples({ notesOf }: Pick<typeof words, "notesOf">) {
  const [place, isNear] = useNear<HTMLDivElement>();
  const named = bottles.map(({ word, ...size }) => ({
    ...size,
    notes: notesOf([word]),
    name: t(`shop.home.words.${word}.name`),
  }));
  return (
    <>
      <SampleSet />
      <article className={set.set}>
        <div ref={place}>{isNear ? <BottleRow of={named} /> : null}</div>
        {(["keep", "gift"] as const).map((step) => (
          <div key={step}>
            <h3>{t(`shop.home.steps.${step}.title`)}</h3>
            <p>{t(`shop.home.steps.${step}.text`)}</p>
          </div>
        ))}
      </article>
    </>
  );
}
