/** Options of a product in a few words. */
import type { AddonCategory, DependencyRule } from "#contract/product";

export const categoryOf = (id: string, prices: Record<string, number>): AddonCategory => ({
  id,
  name: id,
  display_order: 1,
  items: Object.entries(prices).map(([item, price]) => ({
    id: item,
    name: item,
    price,
    image: item === "printed" ? "/label.webp" : null,
    category_display_order: 1,
  })),
});

/** `"strength/oil hides size"`: a category alone is all of it, as a trigger whichever of its items. */
export function ruleOf(sentence: string): DependencyRule {
  const [trigger = "", verb, target = ""] = sentence.split(" ");
  const [trigger_category_id = "", trigger_item_id = null] = trigger.split("/");
  const [target_category_id = "", target_item_id = null] = target.split("/");
  const is_visible = verb === "shows" ? 1 : 0;
  return { trigger_category_id, trigger_item_id, target_category_id, target_item_id, is_visible };
}
