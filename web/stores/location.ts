import { create } from "zustand";
import { storage, storageKeys } from "./storage.ts";

export const places = ["taiwan", "japan", "usa"] as const;
export type Place = (typeof places)[number];
export const currencyOfPlace: Record<Place, string> = { taiwan: "TWD", japan: "JPY", usa: "USD" };

interface LocationState {
  place: Place;
  choose(place: Place): void;
}

function keptPlace(): Place {
  const kept = storage.getItem(storageKeys.location);
  return places.find((place) => place === kept) ?? "taiwan";
}

export const useLocationChoice = create<LocationState>()((set) => ({
  place: keptPlace(),
  choose(place) {
    storage.setItem(storageKeys.location, place);
    set({ place });
  },
}));
