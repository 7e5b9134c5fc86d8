import { useRef, type ReactNode } from "react";
import { formatList } from "../../i18n/dates.ts";
import { locale, t } from "../../i18n/translate.ts";
import { tiers, type ProductNotes, type Tier } from "#contract/product";
import { useProduct, useProductNotes } from "../../api/products.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useWork } from "../../feedback/use-work.ts";
import { showToast } from "../../stores/toasts.ts";
import { NotePyramid } from "../../scent/NotePyramid.tsx";
import { ownName, shownName } from "../../scent/product-name.ts";
import { ScentLink } from "../../scent/links.tsx";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import scent from "../../scent/scent.module.css";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class-names.ts";
import fold from "../../ui/fold.module.css";
import { late } from "../../ui/late.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { reasonLabels } from "./answers.ts";
import { NoteMarks } from "./refusal-parts.tsx";
import type { ResultWords } from "./ResultStep.tsx";
import styles from "./result.module.css";

const StandingBottle = late(() => import("../../scent/Bottle.tsx"));

interface ResultCardProps extends ResultWords {
  productId: string;
  mark: string | null;
  /** Of the first, which is shown large: what needs an answer, is left out, and folds away. */
  below: { asks: ReactNode; without: ReactNode; told: ReactNode } | null;
}

export function ResultCard(props: ResultCardProps) {
  const { productId, mark, said, lang, below } = props;
  const isPhone = useMedia("(max-width: 639px)");
  const isFirst = below !== null;
  const { data: product, ...productRead } = useProduct(productId);
  const { data: notes, ...notesRead } = useProductNotes(productId);
  const error: unknown = productRead.error ?? notesRead.error;
  const isFolded = isPhone && !isFirst && error === undefined;
  const name = product === undefined ? "" : shownName(product);

  const reasons = said === null ? null : reasonLabels(said, productId);
  const picture = (
    <div className={classNames(styles.picture, isFirst && scent.still)}>
      {notes === undefined ? null : (
        <LazyPortrait
          productId={productId}
          notes={notes}
          size={isFirst ? "hero" : "card"}
          tintsPage={isFirst}
        />
      )}
      {isFirst && notes !== undefined && name !== "" ? (
        <StandingBottle notes={notes} name={name} />
      ) : null}
    </div>
  );
  const facts = (
    <div className={styles.facts}>
      {error === undefined ? null : (
        <FailureNotice
          title={t("shop.quiz.failed.recommendations")}
          error={error}
          retry={() => void Promise.all([productRead.mutate(), notesRead.mutate()])}
        />
      )}
      {product ? (
        <>
          {mark === null ? null : <p className={styles.bestMark}>{mark}</p>}
          <div className={`cluster ${styles.headline}`}>
            <h2 className={styles.name}>
              {isFolded ? name : <ScentLink id={product.id}>{name}</ScentLink>}
            </h2>
            {ownName(product) === null ? null : (
              <span className={scent.number}>{product.product_id}</span>
            )}
          </div>
          {below?.asks}
          {product.description ? <p className={styles.about}>{product.description}</p> : null}
        </>
      ) : error === undefined ? (
        <Skeleton lines={3} label={t("common.loading")} />
      ) : null}
      {reasons === null ? <Skeleton lines={1} /> : <Reasons reasons={reasons} lang={lang} />}
      {below?.without}
      {/* What must not be overlooked is not folded away. */}
      {notes ? <NoteMarks notes={notes} /> : null}
    </div>
  );
  const pyramid = notes ? <NotePyramid notes={notes} hasFamilies={false} /> : null;

  if (isFolded)
    return (
      <li className={styles.row}>
        <details className={fold.fold}>
          <summary>
            {picture}
            {facts}
          </summary>
          <div className={`stack ${styles.unfolded}`}>
            {pyramid}
            {product ? (
              <div>
                <ScentLink id={productId}>{t("shop.quiz.result.more", { name })}</ScentLink>
              </div>
            ) : null}
          </div>
        </details>
      </li>
    );
  return (
    <li className={isFirst ? styles.best : styles.scent}>
      {picture}
      <div className={styles.facts}>
        {facts}
        {below?.told}
        {pyramid}
        {isFirst && notes !== undefined && name !== "" ? (
          <PictureButton notes={notes} name={name} reasons={reasons ?? []} />
        ) : null}
      </div>
    </li>
  );
}

function Reasons({ reasons, lang }: { reasons: readonly string[]; lang: string | undefined }) {
  if (reasons.length === 0) return null;
  const [before, after] = t("shop.quiz.result.why", { reasons: "\n" }).split("\n");
  return (
    <p className={styles.reasons}>
      {before}
      <span className={styles.matched} lang={lang}>
        {formatList(reasons.map(inSentence))}
      </span>
      {after}
    </p>
  );
}

/** A label begins with a capital; a name of several keeps them. */
const inSentence = (label: string) =>
  /^\p{Lu}\P{Lu}+$/u.test(label) ? label.toLocaleLowerCase(locale) : label;

type PictureButtonProps = { notes: ProductNotes; name: string; reasons: readonly string[] };

function PictureButton({ notes, name, reasons }: PictureButtonProps) {
  const { isBusy, failure, run } = useWork();
  const place = useRef<HTMLDivElement>(null);
  const keep = async () => {
    const { keepPicture } = await import("./keep-picture.ts");
    const card = place.current?.closest("li");
    const title = card?.querySelector("h2");
    const painting = card?.querySelector("svg");
    if (!painting || !title) return;
    const namesOf = (tier: Tier) => notes[tier].map(({ raw_material }) => raw_material.name);
    const isSaved = await keepPicture({
      painting,
      title,
      name,
      reasons: reasons.join(" · "),
      notes: tiers.map((tier) => namesOf(tier).join(" · ")).filter((line) => line !== ""),
    });
    if (isSaved) showToast(t("shop.quiz.result.picture_saved"));
  };
  return (
    <div ref={place}>
      <FailureNotice title={t("shop.quiz.failed.picture")} error={failure} />
      <Button busy={isBusy} onClick={() => void run(keep)}>
        {t("shop.quiz.result.picture")}
      </Button>
    </div>
  );
}
