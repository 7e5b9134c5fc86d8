/** What the catalogue's data files must hold. The unit tests parse them; the Worker takes only the types, a parse costs 10 ms a start. */
import * as z from "zod/mini";
import { noteFamilies } from "../wire.ts";
import { intensities, moods, occasions, places, seasons } from "./fragrances-vocabulary.ts";
import { allergens, rawMaterialIds } from "./raw-materials.ts";

const names = z.strictObject({ zh: z.string(), en: z.string(), ja: z.string() });
/** Hundredths of the formula. */
const percentages = z.partialRecord(z.enum(rawMaterialIds), z.number().check(z.positive()));

export const rawMaterialsSchema = z.record(
  z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/)),
  z.strictObject({
    name: names,
    family: z.enum(noteFamilies),
    volatility: z.number().check(z.minimum(0), z.maximum(1)),
    allergens: z.array(z.enum(allergens)),
  }),
);

export const fragrancesSchema = z.array(
  z.strictObject({
    id: z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/)),
    number: z.string().check(z.regex(/^SL-\d{3}$/)),
    name: names,
    description: names,
    top: percentages,
    middle: percentages,
    back: percentages,
    moods: z.array(z.enum(moods)),
    occasions: z.array(z.enum(occasions)),
    seasons: z.array(z.enum(seasons)),
    places: z.array(z.enum(places)),
    intensity: z.enum(intensities),
  }),
);
