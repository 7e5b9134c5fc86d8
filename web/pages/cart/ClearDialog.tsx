import { useI18n } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

interface ClearDialogProps {
  open: boolean;
  onClose: () => void;
  onClear: () => void;
}

export function ClearDialog({ open, onClose, onClear }: ClearDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("shop.cart.clear_title")}
      closeLabel={t("common.close")}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              onClear();
            }}
          >
            {t("shop.cart.clear")}
          </Button>
        </>
      }
    >
      <p>{t("shop.cart.clear_text")}</p>
    </Dialog>
  );
}
