/** What finished perfume is filled into: options of the upstream, so they are configured. */
import * as z from "zod/mini";

const closures = ["spray", "roller"] as const;
export type Closure = (typeof closures)[number];

export const bottle = z.object({ millilitres: z.int(), closure: z.enum(closures) });
/** By the option's id. */
export const bottleItems = z.record(z.string(), bottle);
export type BottleItems = z.infer<typeof bottleItems>;
