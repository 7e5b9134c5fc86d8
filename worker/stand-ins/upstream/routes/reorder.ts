/** Options, prices and texts of ordering; `../data/addons.json` holds a line for each choice. */
import { Hono } from "hono";
import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { App, Database } from "../app.ts";
import { withBrandFacts } from "../../../brand/brand.ts";
import addonData from "../data/addons.json" with { type: "json" };
import type { Names } from "../catalogue.ts";
import { requireGoodToken } from "../http/actor.ts";
import { idOf } from "../http/body.ts";
import { stagedFailure } from "../http/faults.ts";
import { notFound } from "../http/refusal.ts";
import { settings } from "../store/schema.ts";
import type { Locale } from "../wire.ts";
import texts from "../data/texts.json" with { type: "json" };

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
const drawings: Record<string, string> = addonData.pictures;
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
  const all = customTextsIn(c.get("deps").locale);
  return c.json({ data: all.filter(({ type }) => type.startsWith(prefix)) });
});

/**
 * How each kind of buyer orders again, and what a kilogram, a bottle or a pack costs by quantity;
 * which page they order on is an operator's to change.
 */
const buyers = [
  {
    id: "reorder-enterprise",
    userType: "ENTERPRISE",
    usesOptionsPage: true,
    tiers: tiers([1, 12_800], [5, 12_000], [10, 11_200], [25, 10_400]),
  },
  {
    id: "reorder-jar",
    userType: "PERSONAL_JAR",
    usesOptionsPage: true,
    tiers: tiers([100, 380], [200, 360], [500, 330], [1_000, 300]),
  },
  {
    id: "reorder-paper",
    userType: "PERSONAL_PAPER",
    usesOptionsPage: false,
    tiers: tiers([5, 60], [20, 54], [50, 48]),
  },
] as const;

function tiers(...steps: [amount: number, priceTwd: number][]) {
  return steps.map(([amount, priceTwd]) => ({ mini_buy_amount: amount, unit_price: priceTwd }));
}

const tiersOf = (settingId: string) => buyers.find(({ id }) => id === settingId)?.tiers ?? null;

/** A kind of buyer that is not named has no setting. */
export const reorderSettingsChange = z.strictObject({
  data: z
    .array(
      z.strictObject({
        user_type: z.enum(buyers.map(({ userType }) => userType)),
        use_purchase_options_page: z.boolean(),
      }),
    )
    .check(z.maxLength(buyers.length)),
});

const settingName = "reorder_settings";

export async function presentSettings(db: Database) {
  const [row] = await db.select().from(settings).where(eq(settings.name, settingName));
  const changes = row ? reorderSettingsChange.parse(JSON.parse(row.value)).data : null;
  return buyers.flatMap(({ id, userType, usesOptionsPage }) => {
    const change = changes?.find((entry) => entry.user_type === userType);
    if (changes !== null && change === undefined) return [];
    const isUsed = change?.use_purchase_options_page ?? usesOptionsPage;
    return [{ id, user_type: userType, use_purchase_options_page: isUsed }];
  });
}

export async function changeSettings(
  db: Database,
  change: z.infer<typeof reorderSettingsChange>,
): Promise<void> {
  await db
    .insert(settings)
    .values({ name: settingName, value: JSON.stringify(change) })
    .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.value` } });
}

/** What the checkout shows before one pays. The law that is named is Taiwan's: orders go there. */
export function customTextsIn(locale: Locale): { type: string; text: string }[] {
  const { notices, checkbox, modal } = texts.checkout[locale];
  return [
    { type: "checkout_important_notices", text: notices.join("\n") },
    { type: "checkout_checkbox_text", text: checkbox },
    { type: "checkout_modal_content", text: withBrandFacts(modal.join("\n\n"), locale) },
  ];
}
