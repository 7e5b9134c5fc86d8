import type { NoteFamily } from "#contract/product";
import { familyToken } from "./families.ts";
import { paintedNotes } from "./painted-notes.ts";
import type { PortraitNotes } from "./portrait.ts";
import styles from "./bottle.module.css";

export type Closure = "spray" | "roller";

/** Of every picture of a bottle. */
export const canvas = { width: 240, height: 320 };

const floor = 298;
const bodies = {
  spray: { x: 52, y: 132, width: 136, height: floor - 132, rx: 9 },
  roller: { x: 76, y: 124, width: 88, height: floor - 124, rx: 17 },
};
const wall = 5;

interface FlaskProps {
  closure: Closure;
  /** 0–1: how full the colour is. */
  strength: number;
  fill: string;
  /** 1 fills the picture; smaller ones stand on the same floor. */
  scale?: number;
}

export function Flask({ closure, strength, fill, scale = 1 }: FlaskProps) {
  const body = bodies[closure];
  const { x, y, width, height } = body;
  const isScaled = scale < 1;
  return (
    <g
      transform={
        isScaled
          ? `translate(${120 * (1 - scale)} ${floor * (1 - scale)}) scale(${scale})`
          : undefined
      }
    >
      <ellipse cx="120" cy={floor + 2} rx={width * 0.6} ry="6" className={styles.shadow} />
      {closure === "roller" ? (
        <>
          <circle cx="120" cy="92" r="20" className={styles.metal} />
          <rect x="97" y="98" width="46" height="28" rx="4" className={styles.metal} />
        </>
      ) : (
        <>
          <rect x="103" y={y - 18} width="34" height="20" className={styles.glass} />
          <rect x="99" y="66" width="42" height="50" rx="3" className={styles.cap} />
        </>
      )}
      <rect {...body} className={styles.glass} />
      <rect
        x={x + wall}
        y={y + height * 0.13}
        width={width - 2 * wall}
        height={height * 0.87 - wall * 1.4}
        rx={body.rx - 3}
        fill={fill}
        opacity={strength}
        className={styles.liquid}
      />
      <path d={`M${x + width * 0.14} ${y + 20}V${y + height - 24}`} className={styles.shine} />
    </g>
  );
}

/** For a tier without a known family. */
const amber: NoteFamily = "resinous";

/** Base, heart and top from the foot upwards, each in the colour of its strongest note. */
export function Liquid({ id, notes }: { id: string; notes: PortraitNotes | undefined }) {
  const painted = notes && paintedNotes(notes);
  const families = (["back", "middle", "top"] as const).map((tier) => {
    const known = painted?.[tier].filter(({ family }) => family !== null) ?? [];
    return known.toSorted((a, b) => b.share - a.share)[0]?.family ?? amber;
  });
  return (
    <linearGradient id={id} x1="0" y1="1" x2="0.15" y2="0">
      {families.map((family, index) => (
        <stop key={index} offset={index / 2} style={{ stopColor: familyToken(family) }} />
      ))}
    </linearGradient>
  );
}
