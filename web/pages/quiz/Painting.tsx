import { ScentPortrait } from "../../scent/ScentPortrait.tsx";
import type { PortraitNotes, Tier } from "../../scent/portrait.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./quiz.module.css";

/** From the foot up. */
const tiers: readonly Tier[] = ["back", "middle", "top"];

interface PaintingProps {
  productId: string;
  notes: PortraitNotes;
  /** How many tiers are painted. */
  painted?: number;
}

/** A portrait that dries tier by tier, each a picture of its own. */
export function Painting({ productId, notes, painted = tiers.length }: PaintingProps) {
  return tiers.map((tier, index) => (
    <ScentPortrait
      // A tier with other notes dries anew; what was painted before keeps its place.
      key={[tier, ...notes[tier].map(({ raw_material }) => raw_material.id)].join()}
      productId={productId}
      notes={notes}
      size="hero"
      only={tier}
      className={classNames(styles.layer, index < painted && styles.painted)}
    />
  ));
}
