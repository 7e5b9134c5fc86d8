import { lazy, Suspense, useState } from "react";
import type { Order } from "#contract/order";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "./reorder.module.css";
import {
  productNotesOf,
  type OrderRecommendations,
  type RecommendedProduct,
  loadOrderRecommendations,
} from "../../api/orders.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { NotePyramid } from "../../scent/NotePyramid.tsx";
import { hasNotes } from "../../scent/painted-notes.ts";
import { ownName } from "../../scent/product-name.ts";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useLocation } from "wouter";
import { itemKinds, repurchasedKind, type FinishedKind } from "#contract/item-kind";
import { loadMember } from "../../api/member.ts";
import { loadReorderSettings } from "../../api/purchase.ts";
import { useWork } from "../../feedback/use-work.ts";

type Step =
  | { name: "closed" }
  | { name: "list"; found: OrderRecommendations }
  | { name: "satisfaction"; found: OrderRecommendations; product: RecommendedProduct }
  | { name: "purchase"; product: RecommendedProduct; kind: FinishedKind };

const closed: Step = { name: "closed" };

function useReorder(order: Order) {
  const { locale } = useI18n();
  const [, navigate] = useLocation();
  const [step, setStep] = useState<Step>(closed);
  const { isBusy, failure, run, forget } = useWork();

  async function goOn(product: RecommendedProduct) {
    const kind = repurchasedKind(await loadMember(), order);
    if (await usesOptionsPage(kind))
      navigate(
        paths.purchaseOptions({
          locale,
          productId: product.id,
          productNumber: product.product_number,
          userType: itemKinds[kind].buyer,
        }),
      );
    else setStep({ name: "purchase", product, kind });
  }

  return {
    step,
    isBusy,
    failure,
    begin: () =>
      run(async () => setStep({ name: "list", found: await loadOrderRecommendations(order.id) })),
    pick: (found: OrderRecommendations, product: RecommendedProduct) =>
      setStep({ name: "satisfaction", found, product }),
    order: (product: RecommendedProduct) => run(() => goOn(product)),
    cancel: () => {
      setStep(closed);
      forget();
    },
  };
}

/** Without a setting of their own, or while it cannot be had, buyers get the plain window, which tells of a missing price. */
async function usesOptionsPage(kind: FinishedKind): Promise<boolean> {
  try {
    const setting = (await loadReorderSettings()).find(
      (entry) => entry.user_type === itemKinds[kind].userType,
    );
    if (setting === undefined) console.warn("No reorder setting for this kind of buyer", kind);
    return setting?.use_purchase_options_page ?? false;
  } catch (error) {
    console.warn("The reorder settings could not be loaded", error);
    return false;
  }
}

const PurchaseDialog = lazy(() => import("./PurchaseDialog.tsx"));

export function Reorder({ order }: { order: Order }) {
  const { t } = useI18n();
  const reorder = useReorder(order);
  const { step, failure } = reorder;
  return (
    <div className={styles.reorder}>
      <Button
        variant="secondary"
        busy={reorder.isBusy && step.name === "closed"}
        onClick={() => void reorder.begin()}
      >
        {t("shop.reorder.button")}
      </Button>
      {failure !== null && step.name === "closed" ? (
        <FailureNotice title={t("shop.reorder.load_failed")} error={failure} />
      ) : null}
      {step.name === "list" ? (
        <RecommendationDialog
          found={step.found}
          onPick={(product) => reorder.pick(step.found, product)}
          onClose={reorder.cancel}
        />
      ) : null}
      {step.name === "satisfaction" ? (
        <SatisfactionDialog
          product={step.product}
          responseId={step.found.response_id}
          isBusy={reorder.isBusy}
          failure={failure}
          onSatisfied={() => void reorder.order(step.product)}
          onCancel={reorder.cancel}
        />
      ) : null}
      {step.name === "purchase" ? (
        <Suspense>
          <PurchaseDialog product={step.product} kind={step.kind} onClose={reorder.cancel} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface RecommendationDialogProps {
  found: OrderRecommendations;
  onPick: (product: RecommendedProduct) => void;
  onClose: () => void;
}

function RecommendationDialog({ found, onPick, onClose }: RecommendationDialogProps) {
  const { locale, t } = useI18n();
  const isEmpty = found.products.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("shop.reorder.list_title")}
      closeLabel={t("common.close")}
      actions={
        <LinkButton
          variant="quiet"
          href={paths.fragranceQuiz({ locale, retryFrom: found.response_id ?? undefined })}
        >
          {t("shop.reorder.explore")}
        </LinkButton>
      }
    >
      <p>{t(isEmpty ? "shop.reorder.none" : "shop.reorder.list_intro")}</p>
      <ul className={styles.products}>
        {found.products.map((product) => (
          <li key={product.id}>
            <Product product={product} onPick={() => onPick(product)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Product({ product, onPick }: { product: RecommendedProduct; onPick: () => void }) {
  const { t } = useI18n();
  const notes = productNotesOf(product);
  const name = ownName(product);
  return (
    <article className={styles.product} aria-label={name ?? product.product_number}>
      <LazyPortrait productId={product.id} notes={notes} size="thumb" />
      <h3 className={styles.name}>
        {name ?? product.product_number}{" "}
        {name === null ? null : <span className={styles.number}>{product.product_number}</span>}
      </h3>
      {hasNotes(notes) ? (
        <div className={styles.notes}>
          <NotePyramid notes={notes} />
        </div>
      ) : null}
      <Button variant="secondary" className={styles.pick} onClick={onPick}>
        {t("shop.reorder.choose", { name: name ?? product.product_number })}
      </Button>
    </article>
  );
}

interface SatisfactionDialogProps {
  product: RecommendedProduct;
  responseId: string | null;
  isBusy: boolean;
  failure: unknown;
  onSatisfied: () => void;
  onCancel: () => void;
}

function SatisfactionDialog({
  product,
  responseId,
  isBusy,
  failure,
  onSatisfied,
  onCancel,
}: SatisfactionDialogProps) {
  const { locale, t } = useI18n();
  const name = ownName(product);
  return (
    <Dialog
      open
      onClose={onCancel}
      title={t("shop.reorder.satisfied_title")}
      closeLabel={t("common.close")}
      actions={
        <>
          <Button variant="quiet" onClick={onCancel}>
            {t("common.cancel")}
          </Button>
          <LinkButton href={paths.fragranceQuiz({ locale, retryFrom: responseId ?? undefined })}>
            {t("shop.reorder.unsatisfied")}
          </LinkButton>
          <Button variant="primary" busy={isBusy} onClick={onSatisfied}>
            {t("shop.reorder.satisfied")}
          </Button>
        </>
      }
    >
      <p className={styles.chosen}>
        <LazyPortrait productId={product.id} notes={productNotesOf(product)} size="thumb" />
        <span>
          <span className={styles.name}>
            {name ?? product.product_number}{" "}
            {name === null ? null : <span className={styles.number}>{product.product_number}</span>}
          </span>
          <span className={styles.soft}>{t("shop.reorder.satisfied_text")}</span>
        </span>
      </p>
      <p className={styles.ways}>
        <LinkButton
          variant="quiet"
          href={paths.fragranceQuiz({
            locale,
            retryFrom: responseId ?? undefined,
            selectedProduct: product.id,
          })}
        >
          {t("shop.reorder.keep_exploring")}
        </LinkButton>
      </p>
      {failure === null ? null : (
        <FailureNotice title={t("shop.reorder.member_failed")} error={failure} />
      )}
    </Dialog>
  );
}
