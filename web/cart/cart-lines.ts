import type { CartItem } from "#contract/cart";
import { t } from "../i18n/translate.ts";
import { clearCart, removeFromCart, restoreToCart, loadCart } from "../api/cart.ts";
import { errorText } from "../api/errors.ts";
import { useCart } from "../stores/cart.ts";
import { dismissToast, showToast } from "../stores/toasts.ts";
import { useEffect, useState } from "react";
import { useAuth } from "../stores/auth.ts";

export function useRemoval(onFailure: (error: unknown) => void) {
  const offer = (
    text: string,
    name: string,
    items: readonly CartItem[],
    removal: Promise<unknown>,
  ) => {
    const id = showToast(text, {
      takesFocus: true,
      action: { label: t("common.undo"), run: () => void putBack(name, items, removal) },
    });
    removal.catch((error: unknown) => {
      dismissToast(id);
      onFailure(error);
    });
  };
  return {
    remove(items: readonly CartItem[], name: string) {
      offer(t("shop.cart.removed", { name }), name, items, Promise.all(items.map(removeFromCart)));
    },
    clear() {
      const { items } = useCart.getState().cart;
      offer(t("shop.cart.cleared"), t("shop.cart.all_items"), items, clearCart());
    },
  };
}

async function putBack(
  name: string,
  items: readonly CartItem[],
  removal: Promise<unknown>,
): Promise<void> {
  try {
    await removal;
  } catch {
    // It was not removed; `onFailure` has shown why.
    return;
  }
  const restored = restoreToCart(items);
  focusLine(items[0]?.id);
  try {
    await restored;
    showToast(t("shop.cart.put_back", { name }));
  } catch (error) {
    const again = {
      label: t("common.retry"),
      run: () => void putBack(name, items, Promise.resolve()),
    };
    showToast(t("shop.cart.put_back_failed", { name, reason: errorText(error) }), {
      tone: "danger",
      action: again,
    });
  }
}

/** Focuses the restored line, in the drawer if it is open. */
function focusLine(id: string | undefined) {
  if (id === undefined) return;
  requestAnimationFrame(() => {
    const lines = document.querySelectorAll<HTMLElement>(`[data-line="${CSS.escape(id)}"] button`);
    [...lines].at(-1)?.focus();
  });
}

export function useLoadedCart() {
  const [failure, setFailure] = useState<unknown>(null);
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const load = () => {
    setFailure(null);
    loadCart().catch(setFailure);
  };
  // Again when a session ends here: the cart is then a visitor's.
  useEffect(load, [isAuthenticated]);
  return { failure, setFailure, load };
}

export function quizSetsOf<Item extends Pick<CartItem, "surveyResponseId">>(
  items: readonly Item[],
): Item[] {
  return items.filter((item) => item.surveyResponseId !== null);
}

/** Quiz sets are numbered in the order of the cart; other lines have no number. */
export function setNumbers(
  items: readonly Pick<CartItem, "id" | "surveyResponseId">[],
): Map<string, number> {
  return new Map(quizSetsOf(items).map((item, index) => [item.id, index + 1]));
}
