import { useLocation } from "wouter";
import type { CartItem } from "#contract/cart";
import { localeTable } from "#contract/locales";
import type { Order } from "#contract/order";
import { locale, t } from "../../i18n/translate.ts";
import type { SampleBlock } from "../../api/orders.ts";
import { removeLines } from "../../cart/cart-lines.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import type { ShownLine } from "../../line/line.ts";
import { ConsultantLink, LinkButton } from "../../navigation/LinkButton.tsx";
import { UnpaidOrderDialog } from "../../order/Unpaid.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { late } from "../../ui/late.tsx";

const Lines = late(async () => ({ default: (await import("../../line/Line.tsx")).Lines }));

export type CheckoutBlock = SampleBlock | { kind: "lines"; order: Order } | { kind: "sets" };

interface CheckoutBlockedProps {
  block: CheckoutBlock;
  items: readonly CartItem[];
  sets: readonly ShownLine[];
  /** Of the last choice; it outlives the list of sets, which goes as soon as one is left. */
  failure: unknown;
  onFailure: (error: unknown) => void;
  onCancelled: () => Promise<void>;
}

export default function CheckoutBlocked(props: CheckoutBlockedProps) {
  const { block, onCancelled } = props;
  const [, navigate] = useLocation();
  const cart = paths.cart();
  if (block.kind === "sets") return <TooManySets {...props} />;
  if (block.kind === "unpaid" || block.kind === "lines")
    return (
      <UnpaidOrderDialog
        order={block.order}
        holdsLines={block.kind === "lines"}
        closeLabel={t("shop.checkout.back_to_cart")}
        onClose={() => navigate(cart)}
        onCancelled={onCancelled}
      />
    );
  const which = block.kind === "sample" ? "active" : block.kind;
  return (
    <Dialog
      onClose={() => navigate(cart)}
      title={t(`shop.checkout.blocked.${which}_title`)}
      closeLabel={t("shop.checkout.back_to_cart")}
      actions={
        <>
          <LinkButton href={cart}>{t("shop.checkout.back_to_cart")}</LinkButton>
          {block.kind === "unreadable" ? <ConsultantLink /> : null}
          <LinkButton variant="primary" href={paths.orders()}>
            {t("shop.checkout.blocked.to_orders")}
          </LinkButton>
        </>
      }
    >
      <p>{t(`shop.checkout.blocked.${which}_text`)}</p>
    </Dialog>
  );
}

function TooManySets({ items, sets, failure, onFailure }: CheckoutBlockedProps) {
  const [, navigate] = useLocation();
  const toCart = () => navigate(paths.cart());
  const keep = (kept: ShownLine) => {
    onFailure(null);
    const others = sets.filter((set) => set !== kept);
    const names = others.map(({ name }) => name).join(localeTable[locale].separators.name);
    const isOther = ({ id }: CartItem) => others.some((other) => other.id === id);
    removeLines(items.filter(isOther), names, onFailure);
  };
  return (
    <Dialog
      title={t("shop.checkout.blocked.too_many_title")}
      closeLabel={t("shop.checkout.back_to_cart")}
      onClose={toCart}
      actions={
        <Button variant="quiet" onClick={toCart}>
          {t("shop.checkout.back_to_cart")}
        </Button>
      }
    >
      <p>{t("shop.checkout.blocked.too_many_text", { count: sets.length })}</p>
      <FailureNotice error={failure} />
      <Lines
        of={sets}
        isWhole
        names="h3"
        action={{
          text: t("shop.checkout.blocked.keep"),
          variant: "secondary",
          label: (name) => t("shop.checkout.blocked.keep_named", { name }),
          run: keep,
        }}
      />
    </Dialog>
  );
}
