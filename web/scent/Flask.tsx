import { useId, type ReactNode } from "react";
import type { Closure } from "#contract/bottles";
import type { NoteFamily } from "#contract/product";
import { familyToken } from "./families.ts";
import { paintedNotes } from "./painted-notes.ts";
import type { PortraitNotes } from "./portrait.ts";
import styles from "./bottle.module.css";

/** Of every picture of a bottle. */
export const canvas = { width: 240, height: 320 };

const floor = 298;
const bodies = {
  spray: { x: 52, y: 132, width: 136, round: 14 },
  roller: { x: 76, y: 124, width: 88, round: 22 },
};
const wall = 6;

/** Drawn by hand: its sides are not quite straight. */
function outline({ x, y, width, round }: (typeof bodies)[Closure]) {
  const end = x + width;
  return [
    `M${x + round} ${y}Q120 ${y - 2} ${end - round} ${y}Q${end} ${y} ${end} ${y + round}`,
    `L${end - 1} ${floor - round}Q${end - 1} ${floor} ${end - round} ${floor}`,
    `H${x + round}Q${x + 1} ${floor} ${x + 1} ${floor - round}L${x} ${y + round}Q${x} ${y} ${x + round} ${y}z`,
  ].join("");
}

interface FlaskProps {
  closure: Closure;
  /** 0–1: how full the colour is. */
  strength: number;
  notes: PortraitNotes | undefined;
  /** 1 fills the picture; smaller ones stand on the same floor. */
  scale?: number | undefined;
}

/** Above the body, which begins at `y`. */
const tops: Record<Closure, (y: number) => ReactNode> = {
  roller: () => (
    <>
      <circle cx="120" cy="92" r="20" className={styles.metal} />
      <path d="M97 101q23-5 46 0v25H97z" className={styles.metal} />
      <path d="M106 105v16M109 84q3-6 9-7" className={styles.shine} />
    </>
  ),
  spray: (y) => (
    <>
      <rect x="103" y={y - 18} width="34" height="18" className={styles.glass} />
      <rect x="101" y="112" width="38" height="7" rx="1.5" className={styles.metal} />
      <path d="M101 67q19-4 38 0l1 46h-40z" className={styles.cap} />
      <path d="M108 72v35" className={styles.gleam} />
    </>
  ),
};

/** A bottle in the scent's own colours. */
export function Flask({ closure, strength, notes, scale = 1 }: FlaskProps) {
  const liquid = useId();
  const body = bodies[closure];
  const { x, y, width } = body;
  const shrunk = `translate(${120 * (1 - scale)} ${floor * (1 - scale)}) scale(${scale})`;
  return (
    <g transform={scale < 1 ? shrunk : undefined}>
      <Liquid id={liquid} notes={notes} />
      <ellipse cx="120" cy={floor + 2} rx={width * 0.6} ry="6" className={styles.shadow} />
      {tops[closure](y)}
      <path d={outline(body)} className={styles.glass} />
      <Wash body={body} strength={strength} fill={`url(#${liquid})`} />
      <path d={`M${x + 18} ${y + 16}q-4 66 0 ${floor - y - 42}`} className={styles.gleam} />
      <path d={`M${x + 14} ${y + 18}q-3 50 0 96`} className={styles.shine} />
      <path d={`M${x + width - 11} ${y + 40}q2 44 0 84`} className={styles.shine} />
    </g>
  );
}

interface WashProps {
  body: (typeof bodies)[Closure];
  strength: number;
  fill: string;
}

/** A wash of colour: it climbs at the glass, pools at the foot and dries darkest at its edge. */
function Wash({ body: { x, y, width }, strength, fill }: WashProps) {
  const left = x + wall;
  const right = x + width - wall;
  const level = y + 24;
  const foot = floor - wall - 3;
  const liquid = `M${left} ${level - 3}Q120 ${level + 11} ${right} ${level - 3}L${right - 1} ${foot - 14}q-1 14-14 14H${left + 15}q-13 0-14-14z`;
  return (
    <g
      style={{ opacity: `calc(${strength} + ${strength * (1 - strength)} * var(--lift, 0))` }}
      className={styles.liquid}
    >
      <path d={liquid} fill={fill} />
      <path
        d={`M${left + 1} ${foot - 44}q${width * 0.2}-22 ${width * 0.42}-4T${right - 1} ${foot - 58}V${foot - 14}q-1 14-14 14H${left + 15}q-13 0-14-14z`}
        className={styles.pool}
      />
      <path
        d={`M${right - 34} ${level + 24}q22-8 24 16t-6 46q-14 14-20-10t2-52z`}
        className={styles.bloom}
      />
      <path d={liquid} className={styles.rim} />
      <path
        d={`M${left} ${level - 3}Q120 ${level + 11} ${right} ${level - 3}Q120 ${level - 13} ${left} ${level - 3}z`}
        className={styles.meniscus}
      />
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
        <stop
          key={index}
          offset={index / 2}
          className={styles.tint}
          style={{ color: familyToken(family) }}
        />
      ))}
    </linearGradient>
  );
}
