import { create } from "zustand";
import { combine, createJSONStorage, persist } from "zustand/middleware";
import type { Cart } from "#contract/cart";
import { storage, storageKeys } from "./storage.ts";

const empty: Cart = { items: [], totalItems: 0, totalPrice: 0, lastUpdated: "", version: 0 };
const unknown = {
  /** What the server last said; it shows at once and is replaced by every answer. */
  cart: empty,
  /** The server has answered since the page was opened: until then an empty copy says nothing. */
  isKnown: false,
};

export const useCart = create(
  persist(
    combine(unknown, (set) => ({
      replace: (cart: Cart) => set({ cart }),
      answered: () => set({ isKnown: true }),
      forget: () => set(unknown),
    })),
    {
      name: storageKeys.cart,
      storage: createJSONStorage(() => storage),
      partialize: (state) => state.cart,
      // What an older version or somebody else left under this key is no cart.
      merge: (stored, current) => (isCart(stored) ? { ...current, cart: stored } : current),
    },
  ),
);

function isCart(value: unknown): value is Cart {
  const cart = value as Partial<Cart> | null | undefined;
  return (
    typeof cart === "object" &&
    cart !== null &&
    Array.isArray(cart.items) &&
    typeof cart.totalItems === "number" &&
    typeof cart.totalPrice === "number"
  );
}
