import type { Bottle } from "#contract/bottles";
import { t } from "../../i18n/translate.ts";
import bottle from "../../scent/bottle.module.css";
import { NamedFlask } from "../../scent/Bottle.tsx";
import { SampleSet } from "../../scent/SampleSet.tsx";
import set from "../../scent/sample-set.module.css";
import { canvas, toOneScale } from "../../scent/vessel.ts";
import { useNear } from "../../ui/use-near.ts";
import type { notesOf as notesOfWords, WordId } from "./words.ts";

/** An example, each with its middle in the picture. */
const bottles: readonly (Bottle & { word: WordId; middle: number })[] = [
  { word: "rain", millilitres: 30, closure: "spray", middle: 96 },
  { word: "rose", millilitres: 50, closure: "spray", middle: 244 },
  { word: "incense", millilitres: 10, closure: "roller", middle: 366 },
];

interface SamplesProps {
  /** Of the page, so that its words need no file of their own. */
  notesOf: typeof notesOfWords;
}

export default function Samples({ notesOf }: SamplesProps) {
  const [place, isNear] = useNear<HTMLDivElement>();
  return (
    <>
      <SampleSet />
      <article className={set.set}>
        <div ref={place}>
          {isNear ? <Bottles notesOf={notesOf} /> : null}
        </div>
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

function Bottles({ notesOf }: SamplesProps) {
  return (
    <svg
      viewBox={`0 0 ${2 * canvas.width} ${canvas.height}`}
      className={bottle.bottle}
      aria-hidden="true"
      focusable="false"
    >
      {toOneScale(bottles).map(({ word, middle, ...shown }) => (
        <g key={word} transform={`translate(${middle - canvas.width / 2} 0)`}>
          <NamedFlask {...shown} notes={notesOf([word])} name={t(`shop.home.words.${word}.name`)} />
        </g>
      ))}
    </svg>
  );
}
