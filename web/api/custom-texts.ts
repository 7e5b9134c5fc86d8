import { customTextList } from "#contract/product";
import { localRead, useLocalRead, type LocalRead } from "./read.ts";

const read: LocalRead<Partial<Record<string, string>>> = async (key) => {
  const { data } = await localRead(customTextList)(key);
  const written = data.filter(({ text }) => text.trim() !== "");
  return Object.fromEntries(written.map(({ type, text }) => [type, text]));
};

export const useCheckoutTexts = () =>
  useLocalRead("/custom-texts/?type_filter=checkout_", read, { shouldRetryOnError: false });
