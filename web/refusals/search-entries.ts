import type { Locale } from "#contract/locales";
import { mostRefusals, refusalList } from "#contract/refusals";
import type { ComboboxGroup } from "../ui/Combobox.tsx";
import type { Translate } from "../i18n/translate.ts";
import { entries, foldedName, foldedNamesOf, labelOf } from "./knowledge.ts";

const mostPerGroup = 8;
const kinds = ["family", "material", "allergen"] as const;

interface Search {
  query: string;
  chosen: readonly string[];
  locale: Locale;
  t: Translate;
}

/** By any name in any language; names that begin with the words come first. Without words, families and allergens. */
export function searchEntries({ query, chosen, locale, t }: Search): ComboboxGroup[] {
  const wanted = foldedName(query);
  const rankOf = (names: readonly string[]) => {
    if (names.includes(wanted)) return 0;
    if (names.some((name) => name.startsWith(wanted))) return 1;
    return names.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  const groups = kinds.map((kind): ComboboxGroup => {
    const found = entries
      .filter((entry) => entry.kind === kind && !chosen.includes(entry.refusal))
      .map((entry) => ({ entry, rank: rankOf(foldedNamesOf(entry)) }))
      .filter(({ rank }) => rank < 3)
      .sort((a, b) => a.rank - b.rank)
      .slice(0, wanted === "" && kind === "family" ? undefined : mostPerGroup);
    const options = found.map(({ entry: { refusal, inci } }) => {
      const label = labelOf(refusal, locale);
      const isSame = inci?.toLowerCase() === label.toLowerCase();
      return { id: refusal, label, ...(inci === null || isSame ? {} : { detail: inci }) };
    });
    return { label: t(`shop.refusals.group.${kind}`), options };
  });
  const word = `word:${query.trim()}`;
  const isOwn = refusalList.safeParse({ refusals: [word] }).success && !chosen.includes(word);
  const own = { id: word, label: t("shop.refusals.own_word", { word: query.trim() }) };
  return [...groups, { label: t("shop.refusals.group.word"), options: isOwn ? [own] : [] }].filter(
    ({ options }) => options.length > 0 && chosen.length < mostRefusals,
  );
}
