/** Reorder settings: this Worker's data unless an operator has set others. */
import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "../app.ts";
import { userTypes, type ReorderSetting } from "../wire.ts";
import { reorderSettings } from "../data/pricing.ts";
import { settings } from "./schema.ts";

/** A kind of buyer that is not named has no setting. */
export const reorderSettingsChange = z.strictObject({
  data: z
    .array(z.strictObject({ user_type: z.enum(userTypes), use_purchase_options_page: z.boolean() }))
    .check(z.maxLength(userTypes.length)),
});

const settingName = "reorder_settings";

export async function presentSettings(db: Database): Promise<ReorderSetting[]> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, settingName));
  const said = row ? reorderSettingsChange.parse(JSON.parse(row.value)).data : null;
  return reorderSettings.flatMap(({ id, userType, usesOptionsPage }) => {
    const change = said?.find((entry) => entry.user_type === userType);
    if (said !== null && change === undefined) return [];
    return [
      {
        id,
        user_type: userType,
        use_purchase_options_page: change?.use_purchase_options_page ?? usesOptionsPage,
      },
    ];
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
