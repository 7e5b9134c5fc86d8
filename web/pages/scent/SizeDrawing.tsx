/** What a scent is sold in, drawn in its own colours. Bottles are drawn to one scale, by what they hold. */
import { useId, type ReactNode } from "react";
import type { Closure } from "#contract/bottles";
import { Flask, Liquid } from "../../scent/Flask.tsx";
import type { PortraitNotes } from "../../scent/portrait.ts";
import styles from "./scent-page.module.css";

interface Drawn {
  notes: PortraitNotes;
}

function Shelf({ notes, children }: Drawn & { children: (liquid: string) => ReactNode }) {
  const id = useId();
  return (
    <svg viewBox="0 15 120 125" className={styles.drawing} aria-hidden="true" focusable="false">
      <Liquid id={id} notes={notes} />
      {children(`url(#${id})`)}
    </svg>
  );
}

export function Papers({ notes }: Drawn) {
  return (
    <Shelf notes={notes}>
      {(liquid) =>
        [-2, -1, 0, 1, 2].map((place) => (
          <g key={place} transform={`rotate(${place * 9} 60 168)`}>
            <path d="M54 138V44q6-8 12 0v94z" className={styles.paper} />
            {/* The first of the set is this scent. */}
            <path
              d="M54 70V44q6-8 12 0v22q-4 8-12 4z"
              fill={place === 0 ? liquid : "none"}
              className={styles.tip}
            />
          </g>
        ))
      }
    </Shelf>
  );
}

export function Jars({ notes }: Drawn) {
  return (
    <Shelf notes={notes}>
      {(liquid) =>
        [14, 78, 46].map((x, index) => (
          <g key={x}>
            <rect x={x + 3} y="92" width="22" height="9" rx="1.5" className={styles.cap} />
            <rect x={x} y="101" width="28" height="37" rx="4" className={styles.glass} />
            <rect
              x={x + 2.5}
              y="112"
              width="23"
              height="23.5"
              rx="2.5"
              fill={index === 2 ? liquid : "none"}
              className={styles.liquid}
            />
          </g>
        ))
      }
    </Shelf>
  );
}

interface BottleProps extends Drawn {
  closure: Closure;
  /** 1 for the largest that stands on the shelf. */
  scale: number;
}

export function Bottle({ notes, closure, scale }: BottleProps) {
  const id = useId();
  return (
    <svg viewBox="0 57 240 250" className={styles.drawing} aria-hidden="true" focusable="false">
      <Liquid id={id} notes={notes} />
      <Flask closure={closure} strength={0.78} fill={`url(#${id})`} scale={scale} />
    </svg>
  );
}
