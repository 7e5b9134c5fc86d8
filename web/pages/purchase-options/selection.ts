/** What the shopper chose, in the address: a reload or a shared link shows the same bottle. */
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { FinishedKind } from "#contract/item-kind";
import { labelTextMaxWeight } from "#contract/limits";
import * as pricing from "#contract/pricing";
import type { AddonCategory } from "#contract/product";

type Selection = { itemIds: string[]; quantity: number; labelText: string };

export function readSelection(query: URLSearchParams, kind: FinishedKind): Selection {
  return {
    itemIds: [...new Set((query.get("options") ?? "").split(",").filter((id) => id !== ""))],
    quantity: pricing.fitQuantity(kind, "page", pricing.readQuantity(query.get("quantity") ?? "")),
    labelText: takeLabelText("", query.get("labelText") ?? ""),
  };
}

/** The rest of the address stays as it came, and what nobody changed is not in it. */
export function writeSelection(
  query: URLSearchParams,
  kind: FinishedKind,
  selection: Selection,
): URLSearchParams {
  const { itemIds, quantity, labelText } = selection;
  const written = new URLSearchParams(query);
  const set = (name: string, value: string) =>
    value === "" ? written.delete(name) : written.set(name, value);
  set("options", itemIds.join(","));
  set("quantity", quantity === pricing.quantityRules[kind].min ? "" : String(quantity));
  set("labelText", labelText);
  return written;
}

/** One item of a category, the last one named; none that is hidden or not for sale. */
export function settledChoice(options: pricing.Options, itemIds: readonly string[]): string[] {
  const single = options.categories.flatMap((category) => {
    const chosen = itemIds.findLast((id) => category.items.some((item) => item.id === id));
    return chosen === undefined ? [] : [chosen];
  });
  return pricing.standingChoice(options, single);
}

export function choose(options: pricing.Options, itemIds: readonly string[], itemId: string) {
  const siblings =
    options.categories.find((category) => category.items.some((item) => item.id === itemId))
      ?.items ?? [];
  const others = itemIds.filter((id) => !siblings.some((item) => item.id === id));
  const settled = settledChoice(options, [...others, itemId]);
  return { itemIds: settled, dropped: others.filter((id) => !settled.includes(id)) };
}

export function categoriesWithoutChoice(options: pricing.Options, itemIds: readonly string[]) {
  return pricing
    .visibleOptions(options, itemIds)
    .filter((category) => !category.items.some((item) => itemIds.includes(item.id)));
}

interface Step {
  category: AddonCategory;
  /** The category of which a choice may bring this one. */
  waitsFor: AddonCategory | null;
}

/** In their order: what can be chosen now, and what a choice still to be made may bring. */
export function stepsOf(options: pricing.Options, itemIds: readonly string[]): Step[] {
  const visible = pricing.visibleOptions(options, itemIds);
  const open = categoriesWithoutChoice(options, itemIds);
  const brings = (itemId: string, categoryId: string) =>
    pricing.visibleOptions(options, [...itemIds, itemId]).some(({ id }) => id === categoryId);
  return options.categories.flatMap((category): Step[] => {
    const shown = visible.find(({ id }) => id === category.id);
    if (shown !== undefined) return [{ category: shown, waitsFor: null }];
    const waitsFor = open.find(({ items }) => items.some(({ id }) => brings(id, category.id)));
    return waitsFor === undefined ? [] : [{ category, waitsFor }];
  });
}

/** The open category while nothing is chosen in it, then those after it, then from the first again. */
export function nextToChoose(options: pricing.Options, itemIds: readonly string[], open: string) {
  const missing = categoriesWithoutChoice(options, itemIds);
  const order = options.categories.map(({ id }) => id);
  const at = order.indexOf(open);
  return missing.find(({ id }) => order.indexOf(id) >= at) ?? missing[0];
}

/** What does not fit is ignored; of a text typed or pasted at the end, the part that fits is taken. */
export function takeLabelText(before: string, next: string): string {
  if (pricing.isLabelTextAllowed(next)) return next;
  if (!next.startsWith(before)) return before;
  let taken = "";
  for (const { segment } of new Intl.Segmenter().segment(next)) {
    if (pricing.labelWeight(taken + segment) > labelTextMaxWeight) break;
    taken += segment;
  }
  return taken;
}

/** Browsers refuse an address that changes with every key and every repeat of a held button. */
const writeDelayMs = 250;

export function useSelection(options: pricing.Options, kind: FinishedKind) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [selection, setSelection] = useState<Selection>(() => {
    const read = readSelection(new URLSearchParams(search), kind);
    return { ...read, itemIds: settledChoice(options, read.itemIds) };
  });
  const [dropped, setDropped] = useState<string[]>([]);

  useEffect(() => {
    const query = new URLSearchParams(search);
    const written = writeSelection(query, kind, selection).toString();
    if (written === query.toString()) return;
    const timer = window.setTimeout(
      () => navigate(written === "" ? path : `${path}?${written}`, { replace: true }),
      writeDelayMs,
    );
    return () => window.clearTimeout(timer);
  }, [selection, kind, search, path, navigate]);

  return {
    selection,
    dropped,
    chooseItem: (itemId: string) => {
      const choosing = choose(options, selection.itemIds, itemId);
      setSelection({ ...selection, itemIds: choosing.itemIds });
      setDropped(choosing.dropped);
    },
    change: (part: Partial<Pick<Selection, "quantity" | "labelText">>) =>
      setSelection((before) => ({ ...before, ...part })),
  };
}
