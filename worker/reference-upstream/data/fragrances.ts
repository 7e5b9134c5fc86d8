/** The whole shelf. */
import { citrusAndFruityFragrances } from "./fragrances-citrus-fruity.ts";
import { floralFragrances } from "./fragrances-floral.ts";
import { gourmandAndMuskyFragrances } from "./fragrances-gourmand-musky.ts";
import { greenAndAquaticFragrances } from "./fragrances-green-aquatic.ts";
import { herbalAndTeaFragrances } from "./fragrances-herbal-tea.ts";
import { pureDeepFragrances } from "./fragrances-pure-deep.ts";
import { pureFreshFragrances } from "./fragrances-pure-fresh.ts";
import { pureSoftFragrances } from "./fragrances-pure-soft.ts";
import { spicyAndResinousFragrances } from "./fragrances-spicy-resinous.ts";
import type { Fragrance } from "./fragrances-vocabulary.ts";
import { woodyFragrances } from "./fragrances-woody.ts";

export const fragrances: readonly Fragrance[] = [
  ...woodyFragrances,
  ...citrusAndFruityFragrances,
  ...greenAndAquaticFragrances,
  ...herbalAndTeaFragrances,
  ...floralFragrances,
  ...spicyAndResinousFragrances,
  ...gourmandAndMuskyFragrances,
  ...pureFreshFragrances,
  ...pureSoftFragrances,
  ...pureDeepFragrances,
];
