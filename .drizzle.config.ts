import { defineConfig } from "drizzle-kit";

/** DATABASE names one of the three Workers; each has its own schema and its own folder of migrations. */
const folders: Record<string, string> = {
  shop: "worker/store",
  "reference-upstream": "worker/stand-ins/upstream/store",
  "stand-in-cashier": "worker/stand-ins/cashier",
};
const database = process.env.DATABASE ?? "shop";

export default defineConfig({
  dialect: "sqlite",
  schema: `./${folders[database]}/schema.ts`,
  // The house test generates into a copy to see that nothing drifted.
  out: process.env.DRIZZLE_OUT ?? `./migrations/${database}`,
});
