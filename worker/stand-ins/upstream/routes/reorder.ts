/** Options, prices and texts of ordering; `../data/addons.json` holds a line for each choice. */
import { Hono } from "hono";
import type { App } from "../app.ts";
import pictures from "../data/addon-pictures.json" with { type: "json" };
import { withBrandFacts } from "../../../brand/brand.ts";
import addonData from "../data/addons.json" with { type: "json" };
import { customTextsIn } from "../data/custom-texts.ts";
import type { Names } from "../data/raw-materials.ts";
import { requireGoodToken } from "../http/actor.ts";
import { idOf } from "../http/body.ts";
import { stagedFailure } from "../http/faults.ts";
import { notFound } from "../http/refusal.ts";
import { presentSettings, tiersOf } from "../store/reorder-settings.ts";

export const productAddons = new Hono<App>({ strict: false });
export const reorderSettings = new Hono<App>({ strict: false });
export const productPricing = new Hono<App>({ strict: false });
export const customTexts = new Hono<App>({ strict: false });

interface AddonGroup {
  id: string;
  /** The Chinese name is the one that the specification's logic knows. */
  name: Names;
  items: readonly {
    id: string;
    name: Names;
    /** Whole NT$ a bottle or kilogram. */
    price: number;
    scale?: number;
    /**
     * The picture is scaled about it, and on a label the shopper's own words are centred there.
     * Shares of the picture, 0–1.
     */
    focalPoint?: readonly number[];
  }[];
}
const groups: readonly AddonGroup[] = addonData.groups;

/** Drawn, 3:4, and transparent around the thing, so that they can be laid over each other. */
const drawings: Record<string, string> = pictures;
function pictureOf(itemId: string): string | null {
  const svg = drawings[itemId];
  return svg === undefined ? null : `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

productAddons.get("/all", requireGoodToken, (c) => {
  const { locale } = c.get("deps");
  const data = groups.map(({ id, name, items }, place) => ({
    id,
    name: name[locale],
    display_order: place + 1,
    items: items.map((item) => ({
      id: item.id,
      name: withBrandFacts(item.name[locale], locale),
      price: item.price,
      image: pictureOf(item.id),
      scale: item.scale ?? null,
      focal_point_x: item.focalPoint?.[0] ?? null,
      focal_point_y: item.focalPoint?.[1] ?? null,
      category_display_order: place + 1,
    })),
  }));
  return c.json({ data });
});

/** A trigger without an item is any choice, a target without one its whole category. */
productAddons.get("/dependency-rules/all", requireGoodToken, (c) =>
  c.json({ data: addonData.rules }),
);

reorderSettings.get("/", requireGoodToken, async (c) =>
  c.json({ data: await presentSettings(c.get("deps").db) }),
);

productPricing.get("/:id", requireGoodToken, async (c) => {
  const id = idOf(c, "id", "價格設定");
  const staged = await stagedFailure(id);
  if (staged) return staged;
  const data = tiersOf(id);
  if (!data) throw notFound("價格設定");
  return c.json({ data });
});

customTexts.get("/", requireGoodToken, (c) => {
  const prefix = c.req.query("type_filter") ?? "";
  const texts = customTextsIn(c.get("deps").locale);
  return c.json({ data: texts.filter(({ type }) => type.startsWith(prefix)) });
});
