import useSWR from "swr";
import { customTextList } from "#contract/product";
import { api } from "./client.ts";

export function useCheckoutTexts(locale: string) {
  return useSWR(
    ["custom-texts", locale],
    async () => {
      const { data } = await api.get("/custom-texts/", customTextList, {
        query: { type_filter: "checkout_" },
      });
      return Object.fromEntries(
        data.filter((entry) => entry.text.trim() !== "").map((entry) => [entry.type, entry.text]),
      );
    },
    { shouldRetryOnError: false },
  );
}
