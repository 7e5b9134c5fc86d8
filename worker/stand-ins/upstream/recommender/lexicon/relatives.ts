/** Raw materials that a shopper calls by one name, or would not tell apart: who refuses the one is spared the others too. */
import type { RawMaterialId } from "../../data/raw-materials.ts";

const circles: readonly (readonly RawMaterialId[])[] = [
  ["rose", "damask-rose"],
  ["jasmine", "jasmine-tea"],
  ["orange-blossom", "neroli", "petitgrain"],
  ["sweet-orange", "bitter-orange", "mandarin"],
  ["mandarin", "kumquat"],
  ["yuzu", "pomelo"],
  ["peach", "apricot"],
  ["magnolia", "white-champaca"],
  ["lily", "lily-of-the-valley", "ginger-lily"],
  ["lotus", "lotus-leaf", "water-lily"],
  ["violet", "violet-leaf"],
  ["fig", "fig-leaf"],
  ["blackcurrant", "blackcurrant-bud"],
  ["black-pepper", "pink-pepper", "sichuan-pepper", "sansho", "maqaw"],
  ["green-tea", "matcha"],
  ["high-mountain-oolong", "roasted-oolong", "oriental-beauty"],
  ["hinoki", "cypress"],
  ["pine", "fir-balsam"],
  ["moss", "oakmoss"],
  ["leather", "suede"],
  ["frankincense", "kyara-incense"],
  ["ambergris", "ambroxan"],
  ["white-musk", "skin-musk", "ambrette"],
];

/** With itself, and itself first. Relatives of relatives may stay. */
export function withRelatives(ids: readonly RawMaterialId[]): Set<RawMaterialId> {
  const all = new Set(ids);
  for (const circle of circles)
    if (circle.some((id) => ids.includes(id))) for (const id of circle) all.add(id);
  return all;
}
