import type { Layers } from "#contract/product";
import { classNames } from "../ui/class-names.ts";
import { NamedFlask } from "./NamedFlask.tsx";
import { cutOf, scaleOf, usualBottle, vesselOf, type Vessel } from "./vessel.ts";
import styles from "./bottle.module.css";

interface NamedBottleProps {
  notes: Layers;
  name: string;
  vessel?: Vessel;
  scale?: number;
  className?: string | undefined;
}

/** A scent as it is sold. */
export default function NamedBottle({
  notes,
  name,
  vessel = vesselOf(usualBottle),
  scale = scaleOf([usualBottle]),
  className,
}: NamedBottleProps) {
  return (
    <svg
      viewBox={cutOf(vessel, scale)}
      className={classNames(styles.bottle, className)}
      aria-hidden="true"
      focusable="false"
    >
      <NamedFlask {...{ vessel, scale, notes, name }} />
    </svg>
  );
}
