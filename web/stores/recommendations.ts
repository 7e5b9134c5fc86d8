import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { ChatAnswer, PersonalOption } from "#contract/survey";
import { storage, storageKeys } from "./storage.ts";

/** The latest answer of the recommender, so that a reload or a way back from the cart shows it again. */
export interface KeptRecommendations extends ChatAnswer {
  survey_response_id: string;
  personal_option: PersonalOption | null;
  /** What the cart shows of the set. */
  user_answer: string;
}

interface RecommendationsState {
  kept: KeptRecommendations | null;
  keep(recommendations: KeptRecommendations): void;
  forget(): void;
}

export const useRecommendations = create<RecommendationsState>()(
  persist(
    (set) => ({
      kept: null,
      keep: (kept) => set({ kept }),
      forget: () => set({ kept: null }),
    }),
    { name: storageKeys.recommendations, storage: createJSONStorage(() => storage), partialize: ({ kept }) => ({ kept }) },
  ),
);
