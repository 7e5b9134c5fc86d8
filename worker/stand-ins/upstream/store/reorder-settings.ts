/**
 * How each kind of buyer orders again, and what a kilogram, a bottle or a pack costs by quantity;
 * which page they order on is an operator's to change.
 */
import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "../app.ts";
import { settings } from "./schema.ts";

const reorderSettings = [
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

export const tiersOf = (settingId: string) =>
  reorderSettings.find(({ id }) => id === settingId)?.tiers ?? null;

/** A kind of buyer that is not named has no setting. */
export const reorderSettingsChange = z.strictObject({
  data: z
    .array(
      z.strictObject({
        user_type: z.enum(reorderSettings.map(({ userType }) => userType)),
        use_purchase_options_page: z.boolean(),
      }),
    )
    .check(z.maxLength(reorderSettings.length)),
});

const settingName = "reorder_settings";

export async function presentSettings(db: Database) {
  const [row] = await db.select().from(settings).where(eq(settings.name, settingName));
  const changes = row ? reorderSettingsChange.parse(JSON.parse(row.value)).data : null;
  return reorderSettings.flatMap(({ id, userType, usesOptionsPage }) => {
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
