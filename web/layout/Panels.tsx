import { lazy, Suspense } from "react";
import { LanguageModal } from "./LanguageModal.tsx";
import { SideMenu } from "./SideMenu.tsx";

const CartDrawer = lazy(() => import("../cart/CartDrawer.tsx"));

export type Panel = "menu" | "cart" | "language";

interface PanelsProps {
  panel: Panel;
  onClose: () => void;
  onOpen: (panel: Panel) => void;
}

export default function Panels({ panel, onClose, onOpen }: PanelsProps) {
  switch (panel) {
    case "menu":
      return <SideMenu onClose={onClose} onLanguage={() => onOpen("language")} />;
    case "language":
      return <LanguageModal onClose={onClose} />;
    case "cart":
      return (
        <Suspense>
          <CartDrawer onClose={onClose} />
        </Suspense>
      );
  }
}
