import type { CartItem } from "#contract/cart";
import { orderSumsOf } from "#contract/order-sums";
import { t } from "../i18n/translate.ts";
import { clearCart, removeFromCart, restoreToCart, loadCart } from "../api/cart.ts";
import { errorText } from "../api/errors.ts";
import { linesOfCart } from "../line/line.ts";
import { useCart } from "../stores/cart.ts";
import { dismissToast, showToast } from "../stores/toasts.ts";
import { useEffect, useState } from "react";
import { useAuth } from "../stores/auth.ts";

export function useCartLines() {
  const { cart, isKnown } = useCart();
  const [failure, setFailure] = useState<unknown>(null);
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const load = () => {
    setFailure(null);
    loadCart().catch(setFailure);
  };
  // Again when a session ends here: the cart is then a visitor's.
  useEffect(load, [isAuthenticated]);
  const { items } = cart;
  return {
    lines: linesOfCart(items),
    sums: orderSumsOf(items),
    isKnown,
    isEmpty: items.length === 0,
    failure,
    load,
    remove({ id }: Pick<CartItem, "id">, name: string) {
      setFailure(null);
      const removed = items.filter((item) => item.id === id);
      const removal = Promise.all(removed.map(removeFromCart));
      offer(t("shop.cart.removed", { name }), { name, items: removed, removal }, setFailure);
    },
    clear() {
      setFailure(null);
      const removed = { name: t("shop.cart.all_items"), items, removal: clearCart() };
      offer(t("shop.cart.cleared"), removed, setFailure);
    },
  };
}

interface Removed {
  name: string;
  items: readonly CartItem[];
  removal: Promise<unknown>;
}

function offer(text: string, removed: Removed, onFailure: (error: unknown) => void) {
  const action = { label: t("common.undo"), run: () => void putBack(removed) };
  const id = showToast(text, { takesFocus: true, action });
  removed.removal.catch((error: unknown) => {
    dismissToast(id);
    onFailure(error);
  });
}

async function putBack({ name, items, removal }: Removed): Promise<void> {
  try {
    await removal;
  } catch {
    // It was not removed; `offer` has shown why.
    return;
  }
  const restored = restoreToCart(items);
  focusLine(items[0]?.id);
  try {
    await restored;
    showToast(t("shop.cart.put_back", { name }));
  } catch (error) {
    const again = () => void putBack({ name, items, removal: Promise.resolve() });
    const action = { label: t("common.retry"), run: again };
    const text = t("shop.cart.put_back_failed", { name, reason: errorText(error) });
    showToast(text, { tone: "danger", action });
  }
}

function focusLine(id: string | undefined) {
  if (id === undefined) return;
  requestAnimationFrame(() => {
    const lines = document.querySelectorAll<HTMLElement>(`[data-line="${CSS.escape(id)}"] button`);
    [...lines].at(-1)?.focus();
  });
}
