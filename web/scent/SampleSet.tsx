import type { ReactNode } from "react";
import type { SampleItemType } from "#contract/item-kind";
import { setPriceTwd } from "#contract/money";
import { formatMoney, t } from "../i18n/translate.ts";
import fold from "../ui/fold.module.css";
import { late } from "../ui/late.tsx";
import { useNear } from "../ui/use-near.ts";
import type { Sampled } from "./SampleDrawing.tsx";
import styles from "./sample-set.module.css";

export const SampleDrawing = late(() => import("./SampleDrawing.tsx"));

const kinds: readonly SampleItemType[] = ["SAMPLE_PAPER", "JAR"];

/** What the price of a set buys: drawn and told. Without scents, an example. */
export function SampleSet({ of, action }: { of?: readonly Sampled[]; action?: ReactNode }) {
  const [place, isNear] = useNear<HTMLDivElement>();
  return (
    <article className={styles.set}>
      <div ref={place}>{isNear ? <SampleDrawing kinds={kinds} {...(of && { of })} /> : null}</div>
      <div>
        <h3>{t("shop.sample_set.title")}</h3>
        <p>{t("shop.sample_set.text", { price: formatMoney(setPriceTwd) })}</p>
        {action}
      </div>
      <details className={`${fold.fold} ${fold.line}`}>
        <summary>{t("shop.sample_set.how")}</summary>
        <SmellingSteps />
      </details>
    </article>
  );
}

export function SmellingSteps() {
  return (
    <dl className={styles.steps}>
      {(["first", "smell", "next"] as const).map((step) => (
        <div key={step}>
          <dt>{t(`shop.sample_set.${step}.title`)}</dt>
          <dd>{t(`shop.sample_set.${step}.text`)}</dd>
        </div>
      ))}
    </dl>
  );
}
