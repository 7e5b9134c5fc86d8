import { useState } from "react";
import { useLocation } from "wouter";
import { itemKinds, repurchasedKind, type FinishedKind } from "#contract/item-kind";
import type { Order } from "#contract/order";
import { t } from "../../i18n/translate.ts";
import { loadMember } from "../../api/member.ts";
import * as orders from "../../api/orders.ts";
import { findReorderSetting } from "../../api/purchase.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useWork } from "../../feedback/use-work.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { NotePyramid } from "../../scent/NotePyramid.tsx";
import { hasNotes } from "../../scent/painted-notes.ts";
import { ownName } from "../../scent/product-name.ts";
import scent from "../../scent/scent.module.css";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "../OrderStatus.module.css";
import { late } from "../../ui/late.tsx";

const PurchaseDialog = late(() => import("./PurchaseDialog.tsx"));

interface Step {
  found: orders.OrderRecommendations;
  product?: orders.RecommendedProduct;
  kind?: FinishedKind;
}

export function Reorder({ order, ...look }: { order: Order; variant?: "primary" }) {
  const [, navigate] = useLocation();
  const [step, setStep] = useState<Step | null>(null);
  const { isBusy, failure, run, forget } = useWork();
  const { found, product, kind } = step ?? {};
  const begin = async () => setStep({ found: await orders.loadOrderRecommendations(order.id) });
  const cancel = () => {
    setStep(null);
    forget();
  };
  async function goOn(chosen: Required<Omit<Step, "kind">>) {
    const next = repurchasedKind(await loadMember(), order);
    const { id: productId, product_number: productNumber } = chosen.product;
    const userType = itemKinds[next].buyer;
    if (await usesOptionsPage(next))
      navigate(paths.purchaseOptions({ productId, productNumber, userType }));
    else setStep({ ...chosen, kind: next });
  }
  const retryFrom = found?.response_id ?? undefined;
  return (
    <div className={`unprinted stack ${styles.reorder}`}>
      <Button {...look} busy={isBusy && step === null} onClick={() => void run(begin)}>
        {t("shop.reorder.button")}
      </Button>
      <FailureNotice title={t("shop.reorder.load_failed")} error={step === null ? failure : null} />
      {found && !product ? (
        <Dialog
          onClose={cancel}
          title={t("shop.reorder.list_title")}
          closeLabel={t("common.close")}
          actions={
            <LinkButton variant="quiet" href={paths.fragranceQuiz({ retryFrom })}>
              {t("shop.reorder.explore")}
            </LinkButton>
          }
        >
          <p>{t(found.products.length === 0 ? "shop.reorder.none" : "shop.reorder.list_intro")}</p>
          <ul className="stack">
            {found.products.map((one) => (
              <li key={one.id}>
                <Recommended product={one} onPick={() => setStep({ found, product: one })} />
              </li>
            ))}
          </ul>
        </Dialog>
      ) : null}
      {found && product && !kind ? (
        <Dialog
          onClose={cancel}
          title={t("shop.reorder.satisfied_title")}
          closeLabel={t("common.close")}
          actions={
            <>
              <Button variant="quiet" onClick={cancel}>
                {t("common.cancel")}
              </Button>
              <LinkButton href={paths.fragranceQuiz({ retryFrom })}>
                {t("shop.reorder.unsatisfied")}
              </LinkButton>
              <Button
                variant="primary"
                busy={isBusy}
                onClick={() => void run(() => goOn({ found, product }))}
              >
                {t("shop.reorder.satisfied")}
              </Button>
            </>
          }
        >
          <p className={styles.chosen}>
            <LazyPortrait
              productId={product.id}
              notes={orders.productNotesOf(product)}
              size="thumb"
            />
            <span>
              <span className={scent.name}>
                <NameAndNumber product={product} />
              </span>
              <span className="soft">{t("shop.reorder.satisfied_text")}</span>
            </span>
          </p>
          <p>
            <LinkButton
              variant="quiet"
              href={paths.fragranceQuiz({ retryFrom, selectedProduct: product.id })}
            >
              {t("shop.reorder.keep_exploring")}
            </LinkButton>
          </p>
          <FailureNotice title={t("shop.reorder.member_failed")} error={failure} />
        </Dialog>
      ) : null}
      {product && kind ? <PurchaseDialog product={product} kind={kind} onClose={cancel} /> : null}
    </div>
  );
}

/** Buyers without a setting, or while none can be read, get the plain dialog. */
async function usesOptionsPage(kind: FinishedKind): Promise<boolean> {
  try {
    const setting = await findReorderSetting(kind);
    if (setting === undefined) console.warn("No reorder setting for this kind of buyer", kind);
    return setting?.use_purchase_options_page ?? false;
  } catch (error) {
    console.warn("The reorder settings could not be loaded", error);
    return false;
  }
}

type RecommendedProps = { product: orders.RecommendedProduct; onPick: () => void };

function Recommended({ product, onPick }: RecommendedProps) {
  const notes = orders.productNotesOf(product);
  const name = ownName(product) ?? product.product_number;
  return (
    <article className={styles.product} aria-label={name}>
      <LazyPortrait productId={product.id} notes={notes} size="thumb" />
      <h3 className={scent.name}>
        <NameAndNumber product={product} />
      </h3>
      {hasNotes(notes) ? (
        <div className={styles.notes}>
          <NotePyramid notes={notes} />
        </div>
      ) : null}
      <Button className={styles.pick} onClick={onPick}>
        {t("shop.reorder.choose", { name })}
      </Button>
    </article>
  );
}

function NameAndNumber({ product }: { product: orders.RecommendedProduct }) {
  const name = ownName(product);
  return (
    <>
      {name ?? product.product_number}{" "}
      {name === null ? null : <span className={scent.number}>{product.product_number}</span>}
    </>
  );
}
