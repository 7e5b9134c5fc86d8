import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Options } from "#contract/pricing";
import type { FinishedKind } from "#contract/item-kind";
import {
  choose,
  readSelection,
  settledChoice,
  writeSelection,
  type Selection,
} from "./selection.ts";

/** Browsers refuse an address that changes with every key and every repeat of a held button. */
const writeDelayMs = 250;

export function useSelection(options: Options, kind: FinishedKind) {
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
