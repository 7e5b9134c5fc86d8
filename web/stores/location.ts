import { create } from "zustand";
import { storage, storageKeys } from "./storage.ts";

export const places = ["taiwan", "japan", "usa"] as const;
export type Place = (typeof places)[number];
export const currencyOfPlace: Record<Place, string> = { taiwan: "TWD", japan: "JPY", usa: "USD" };

interface LocationState {
  place: Place;
  choose(place: Place): void;
}

const defaultPlace: Place = "taiwan";

function keptPlace(): Place {
  const kept = storage.getItem(storageKeys.location);
  return places.find((place) => place === kept) ?? defaultPlace;
}

export const useLocationChoice = create<LocationState>()((set) => ({
  place: defaultPlace,
  choose(place) {
    storage.setItem(storageKeys.location, place);
    set({ place });
  },
}));

// After making the store, not in it: a page drawn ahead knows no kept choice, and the first drawing here must equal it.
if (typeof window !== "undefined") useLocationChoice.setState({ place: keptPlace() });
