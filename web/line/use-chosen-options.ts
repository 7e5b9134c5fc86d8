import { usePurchaseOptions } from "../api/purchase.ts";

export interface ChosenOption {
  id: string;
  category: string;
  name: string;
}

/** In the page's language and the order of the options page. Empty until they are known; what is no longer sold is left out. */
export function useChosenOptions(itemIds: readonly string[]): ChosenOption[] {
  const { data } = usePurchaseOptions(itemIds.length > 0);
  return (data?.categories ?? []).flatMap(({ name: category, items }) =>
    items
      .filter(({ id }) => itemIds.includes(id))
      .map(({ id, name }) => ({ id, category, name: name || id })),
  );
}
