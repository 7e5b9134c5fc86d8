/** What a scent is sold in, drawn in its own colours. Bottles are drawn to one scale, by what they hold. */
import { useId, type ReactNode } from "react";
import { Liquid } from "../../scent/Flask.tsx";
import type { PortraitNotes } from "../../scent/portrait.ts";
import styles from "./scent-page.module.css";

interface Drawn {
  notes: PortraitNotes;
}

function Shelf({ notes, children }: Drawn & { children: (liquid: string) => ReactNode }) {
  const id = useId();
  return (
    <svg viewBox="0 0 120 140" className={styles.drawing} aria-hidden="true" focusable="false">
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

/** The largest that stands on the shelf. */
const most = 100;

export function Bottle({ notes, millilitres }: Drawn & { millilitres: number }) {
  const size = Math.cbrt(Math.min(most, Math.max(1, millilitres)) / most);
  const width = 68 * size;
  const height = 92 * size;
  const left = 60 - width / 2;
  const top = 138 - height;
  const neck = width * 0.32;
  const wall = 2.5;
  return (
    <Shelf notes={notes}>
      {(liquid) => (
        <>
          <rect
            x={60 - neck / 2}
            y={top - height * 0.1}
            width={neck}
            height={height * 0.11}
            className={styles.glass}
          />
          <rect
            x={60 - neck * 0.65}
            y={top - height * 0.42}
            width={neck * 1.3}
            height={height * 0.33}
            rx="1.5"
            className={styles.cap}
          />
          <rect x={left} y={top} width={width} height={height} rx="4" className={styles.glass} />
          <rect
            x={left + wall}
            y={top + height * 0.14}
            width={width - 2 * wall}
            height={height * 0.86 - wall}
            rx="2.5"
            fill={liquid}
            className={styles.liquid}
          />
        </>
      )}
    </Shelf>
  );
}
