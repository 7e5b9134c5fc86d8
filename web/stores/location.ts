import { create } from "zustand";
import { combine } from "zustand/middleware";
import { storage, storageKeys } from "./storage.ts";

export const shopLocations = ["taiwan", "japan", "usa"] as const;
export type ShopLocation = (typeof shopLocations)[number];
export const currencyOf: Record<ShopLocation, string> = { taiwan: "TWD", japan: "JPY", usa: "USD" };

const first: { location: ShopLocation } = { location: "taiwan" };

export const useLocationChoice = create(
  combine(first, (set) => ({
    choose(location: ShopLocation) {
      storage.setItem(storageKeys.location, location);
      set({ location });
    },
  })),
);

// Set after the store is made: hydration needs the initial state that the page was prerendered with.
const stored = storage.getItem(storageKeys.location);
const chosen = shopLocations.find((one) => one === stored);
if (chosen !== undefined) useLocationChoice.setState({ location: chosen });
