import { useState } from "react";
import { plural, t } from "../../i18n/translate.ts";
import { useIsPayable } from "../../api/config.ts";
import { Sums } from "../../cart/Sums.tsx";
import { useCartLines } from "../../cart/cart-lines.ts";
import { DeliveryDates } from "../../delivery/DeliveryDates.tsx";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { TaskDialog } from "../../feedback/TaskDialog.tsx";
import { Page } from "../../layout/Page.tsx";
import { Lines } from "../../line/Line.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { ToScents } from "../../navigation/ToScents.tsx";
import { paths } from "../../paths.ts";
import TooMuch from "../../payment/TooMuch.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { PageTint, SidePortrait } from "../../scent/ProductPortrait.tsx";
import styles from "./cart.module.css";

export default function CartPage() {
  const { lines, sums, isKnown, isEmpty, failure, load, remove, clear } = useCartLines();
  const isPayable = useIsPayable(sums.total);
  const [isClearing, setClearing] = useState(false);
  return (
    <Page title={t("shop.cart.title")} intro={t("shop.cart.intro")} width="wide">
      <PageTint productId={lines[0]?.productIds[0]} />
      <FailureNotice error={failure} retry={load} />
      {isEmpty && failure === null ? <NothingYet isKnown={isKnown} /> : null}
      {isEmpty ? null : (
        <div className={styles.columns}>
          <Lines
            of={lines}
            isWhole
            action={{
              text: t("shop.cart.remove"),
              label: (name) => t("shop.cart.remove_named", { name }),
              run: remove,
            }}
          />
          <aside className={`sheet stack ${styles.summary}`} aria-label={t("shop.cart.summary")}>
            <p className="soft" aria-live="polite">
              {plural("shop.cart.count", lines.length)}
            </p>
            <Sums sums={sums} />
            <div className="soft">
              <DeliveryDates paidAt={null} />
            </div>
            {isPayable ? (
              <LinkButton variant="primary" href={paths.checkout()}>
                {t("shop.cart.checkout")}
              </LinkButton>
            ) : (
              <TooMuch />
            )}
            <div className="spread">
              <LinkButton variant="quiet" className="whole" href={paths.home()}>
                {t("shop.cart.continue")}
              </LinkButton>
              <Button variant="quiet" className="whole" onClick={() => setClearing(true)}>
                {t("shop.cart.clear")}
              </Button>
            </div>
          </aside>
        </div>
      )}
      {isClearing ? (
        <TaskDialog
          title={t("shop.cart.clear_title")}
          action={t("shop.cart.clear")}
          variant="danger"
          onClose={() => setClearing(false)}
          onDo={() => {
            setClearing(false);
            clear();
          }}
        >
          <p>{t("shop.cart.clear_text")}</p>
        </TaskDialog>
      ) : null}
    </Page>
  );
}

function NothingYet({ isKnown }: { isKnown: boolean }) {
  if (!isKnown) return <Skeleton lines={6} label={t("common.loading")} />;
  return (
    <EmptyState
      picture={<SidePortrait />}
      title={t("shop.cart.empty_title")}
      actions={<ToScents />}
    >
      {t("shop.cart.empty_text")}
    </EmptyState>
  );
}
