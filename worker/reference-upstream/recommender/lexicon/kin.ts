/** What a refusal of one material means too: who is put off by the one would not be pleased to meet the other. */
import type { RawMaterialId } from "../../data/raw-materials.ts";

const circles: readonly (readonly RawMaterialId[])[] = [
  ["rose", "damask-rose"],
  ["jasmine", "jasmine-tea"],
  ["orange-blossom", "neroli", "petitgrain"],
  ["sweet-orange", "bitter-orange", "mandarin"],
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

/** With itself. Kinship is not passed on: kin of kin may stay. */
export function withKin(ids: readonly RawMaterialId[]): Set<RawMaterialId> {
  const all = new Set(ids);
  for (const circle of circles) if (circle.some((id) => ids.includes(id))) for (const id of circle) all.add(id);
  return all;
}
