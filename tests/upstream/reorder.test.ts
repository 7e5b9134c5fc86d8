import { expect, test } from "vitest";
import { listCustomTexts } from "../../worker/upstream/products.ts";
import {
  listAddons,
  listDependencyRules,
  listPricingTiers,
  listReorderSettings,
} from "../../worker/upstream/purchase-options.ts";
import { shown } from "./readings.ts";
import { ofEverySystem } from "./contract.ts";

ofEverySystem(({ get }) => {
  const categories = async () => shown(listAddons, await get("/product-addons/all/")).data;

  test("add-ons come in categories, each with something to choose", async () => {
    const found = await categories();
    expect(found.length).toBeGreaterThan(0);
    for (const { name, items } of found) expect(items.length, name).toBeGreaterThan(0);
  });

  test("dependency rules name categories and items that exist", async () => {
    const known = new Map(
      (await categories()).map(({ id, items }) => [
        String(id),
        items.map((item) => String(item.id)),
      ]),
    );
    for (const rule of shown(
      listDependencyRules,
      await get("/product-addons/dependency-rules/all/"),
    ).data)
      for (const [category, item] of [
        [rule.trigger_category_id, rule.trigger_item_id],
        [rule.target_category_id, rule.target_item_id],
      ] as const) {
        expect([...known.keys()]).toContain(String(category));
        if (item != null) expect(known.get(String(category))).toContain(String(item));
      }
  });

  test("every kind of buyer has one setting at most, and its prices begin somewhere", async () => {
    const settings = shown(listReorderSettings, await get("/reorder-settings/")).data;
    expect(settings.length).toBeGreaterThan(0);
    expect(new Set(settings.map(({ user_type }) => user_type)).size).toBe(settings.length);
    for (const { id } of settings) {
      const tiers = shown(
        listPricingTiers,
        await get(`/product-pricing/${encodeURIComponent(id)}`),
      ).data;
      expect(tiers.length).toBeGreaterThan(0);
      for (const { unit_price } of tiers) expect(Number(unit_price)).toBeGreaterThan(0);
    }
  });

  test("the checkout's texts are of the asked kind", async () => {
    const known = [
      "checkout_important_notices",
      "checkout_checkbox_text",
      "checkout_modal_content",
    ];
    const texts = shown(listCustomTexts, await get("/custom-texts/?type_filter=checkout_")).data;
    for (const { type } of texts) expect(type).toMatch(/^checkout_/);
    expect(texts.filter(({ type }) => known.includes(type)).length).toBe(
      new Set(texts.map(({ type }) => type)).size,
    );
  });
});
