import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { isLocale, type Locale } from "#contract/locales";
import type { ChatAnswer, PersonalOption } from "#contract/survey";
import { storage, storageKeys } from "./storage.ts";

/** The latest answer of the recommender, so that a reload or a way back from the cart shows it again. */
export interface KeptRecommendations extends ChatAnswer {
  /** Whose it is: another member of the same browser does not see it. */
  member_id: string;
  survey_response_id: string;
  personal_option: PersonalOption | null;
  /** What the cart shows of the set. */
  user_answer: string;
  /** The scent that was kept from an earlier result; it stands first. */
  kept_product: string | null;
  /** What was asked, in which language: a page in another language asks again. */
  asked: { locale: Locale; content: string; count: number };
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
    {
      name: storageKeys.recommendations,
      storage: createJSONStorage(() => storage),
      partialize: ({ kept }) => ({ kept }),
      // What an older version or somebody else left under this key is no result.
      merge: (stored, current) => {
        const kept = (stored as Partial<RecommendationsState> | null | undefined)?.kept;
        return isResult(kept) ? { ...current, kept } : current;
      },
    },
  ),
);

// Declared as functions: the store reads what was kept while this module is still being evaluated.
function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isList(value: unknown, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}

function isResult(value: unknown): value is KeptRecommendations {
  const kept = value as Partial<KeptRecommendations> | null | undefined;
  if (typeof kept !== "object" || kept === null) return false;
  const isMatch = (match: unknown) => {
    const { product_id, reasons } = (match ?? {}) as Partial<ChatAnswer["matches"][number]>;
    return isText(product_id) && isList(reasons, (reason) => isText((reason as { label?: unknown } | null)?.label));
  };
  return (
    [kept.member_id, kept.survey_response_id, kept.response, kept.user_answer].every(isText) &&
    [null, "JAR", "SAMPLE_PAPER"].includes(kept.personal_option ?? null) &&
    isLocale(kept.asked?.locale) &&
    isText(kept.asked?.content) &&
    typeof kept.asked?.count === "number" &&
    isList(kept.products_id, isText) &&
    isList(kept.matches, isMatch)
  );
}
