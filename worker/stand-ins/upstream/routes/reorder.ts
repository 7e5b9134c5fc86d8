import { Hono } from "hono";
import type { App } from "../app.ts";
import type { AddonCategory } from "../wire.ts";
import { addonGroups, dependencyRules } from "../data/addons.ts";
import { reorderSettings as settings } from "../data/pricing.ts";
import { presentSettings } from "../store/reorder-settings.ts";
import { requireGoodToken } from "../http/actor.ts";
import { idOf } from "../http/body.ts";
import { notFound } from "../http/refusal.ts";
import { stagedFailure } from "../http/sentinels.ts";

export const productAddons = new Hono<App>({ strict: false });
export const reorderSettings = new Hono<App>({ strict: false });
export const productPricing = new Hono<App>({ strict: false });

productAddons.get("/all", requireGoodToken, (c) => {
  const { locale } = c.get("deps");
  const data = addonGroups.map(({ id, name, items }, place): AddonCategory => {
    const category_display_order = place + 1;
    return {
      id,
      name: name[locale],
      display_order: category_display_order,
      items: items.map((item) => ({
        id: item.id,
        name: item.name[locale],
        price: item.price,
        image: item.image ?? null,
        scale: item.scale ?? null,
        focal_point_x: item.focalPoint?.[0] ?? null,
        focal_point_y: item.focalPoint?.[1] ?? null,
        category_display_order,
      })),
    };
  });
  return c.json({ data });
});

productAddons.get("/dependency-rules/all", requireGoodToken, (c) =>
  c.json({ data: dependencyRules }),
);

reorderSettings.get("/", requireGoodToken, async (c) =>
  c.json({ data: await presentSettings(c.get("deps").db) }),
);

productPricing.get("/:id", requireGoodToken, async (c) => {
  const id = idOf(c, "id", "價格設定");
  const staged = await stagedFailure(id);
  if (staged) return staged;
  const setting = settings.find((entry) => entry.id === id);
  if (!setting) throw notFound("價格設定");
  return c.json({ data: setting.tiers });
});
