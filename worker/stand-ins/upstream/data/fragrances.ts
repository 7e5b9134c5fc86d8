/** The whole shelf, one line of `fragrances.json` each. */
import data from "./fragrances.json" with { type: "json" };
import type { Fragrance } from "./fragrances-vocabulary.ts";

// The unit test of the catalogue parses the file with fragrancesSchema.
export const fragrances = data as readonly Fragrance[];
