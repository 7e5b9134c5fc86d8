import { useLocation } from "wouter";
import { isSampleType } from "#contract/item-kind";
import { t } from "../../i18n/translate.ts";
import { removeFromCart } from "../../api/cart.ts";
import type { SampleBlock } from "../../api/orders.ts";
import { ConsultantLink, LinkButton } from "../../navigation/LinkButton.tsx";
import { UnpaidOrderDialog } from "../../order/Unpaid.tsx";
import { paths } from "../../paths.ts";
import { useCart } from "../../stores/cart.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

export type QuizBlock = { kind: "cart" } | SampleBlock;

interface BlockedDialogProps {
  block: QuizBlock;
  onCancelled: () => Promise<void>;
}

/** For a member who cancels the order of these sets to begin anew. */
async function removeSampleSets(): Promise<void> {
  const { items } = useCart.getState().cart;
  for (const set of items.filter(({ type }) => isSampleType(type))) await removeFromCart(set);
}

export default function BlockedDialog({ block, onCancelled }: BlockedDialogProps) {
  const [, navigate] = useLocation();
  const goBack = () => navigate(paths.home());
  if (block.kind === "unpaid")
    return (
      <UnpaidOrderDialog
        order={block.order}
        consequence={t("shop.quiz.blocked.unpaid_consequence")}
        closeLabel={t("shop.quiz.blocked.back")}
        onClose={goBack}
        onCancelled={async () => {
          await removeSampleSets();
          await onCancelled();
        }}
      />
    );
  const reason = block.kind === "sample" ? "order" : block.kind;
  return (
    <Dialog
      onClose={goBack}
      title={t(`shop.quiz.blocked.${reason}.title`)}
      closeLabel={t("shop.quiz.blocked.back")}
      actions={
        <>
          <Button onClick={goBack}>{t("shop.quiz.blocked.back")}</Button>
          {block.kind === "unreadable" ? <ConsultantLink /> : null}
          <LinkButton
            variant="primary"
            href={block.kind === "cart" ? paths.cart() : paths.orders()}
          >
            {t(`shop.quiz.blocked.${reason}.go`)}
          </LinkButton>
        </>
      }
    >
      <p>{t(`shop.quiz.blocked.${reason}.text`)}</p>
    </Dialog>
  );
}
