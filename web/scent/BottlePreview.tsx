import { useId, type CSSProperties } from "react";
import type { NoteFamily } from "#contract/product";
import { familyToken } from "./families.ts";
import { paintedNotes } from "./painted-notes.ts";
import type { PortraitNotes } from "./portrait.ts";
import { Package } from "./BottlePackage.tsx";
import { labelLines } from "./label-lines.ts";
import styles from "./bottle.module.css";

export interface Glass {
  shape: "spray" | "roller" | "tin";
  millilitres: number;
}
export type Wrapping = "none" | "box" | "cloth" | "wood" | "crate" | "ribbon";
export interface BottleLook {
  glass: Glass;
  /** 0–1. */
  strength: number;
  /** `x` and `y`: the centre of the text on the picture, 0–1. */
  label: { image: string; scale: number; x: number; y: number } | null;
  wrapping: Wrapping;
}

interface BottlePreviewProps {
  look: BottleLook;
  notes: PortraitNotes | undefined;
  labelText?: string;
  /** For screen readers; without it the picture is decoration. */
  title?: string;
  className?: string | undefined;
}

const ground = 290;

function vessel({ shape, millilitres }: Glass) {
  const size = Math.min(1, Math.max(0.55, 0.48 + millilitres / 96));
  const width = shape === "roller" ? 58 : shape === "tin" ? 122 : 124 * size;
  const height = shape === "roller" ? 150 : shape === "tin" ? 150 : 176 * size;
  return { x: 120 - width / 2, y: ground - height, width, height };
}

export function BottlePreview({
  look,
  notes,
  labelText = "",
  title,
  className,
}: BottlePreviewProps) {
  const prefix = useId();
  const box = vessel(look.glass);
  const said = title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title };
  return (
    <svg
      {...said}
      viewBox="0 0 240 310"
      className={[styles.bottle, className].filter(Boolean).join(" ")}
      focusable="false"
    >
      <Liquid id={`${prefix}l`} notes={notes} />
      <Package wrapping={look.wrapping} layer="behind" />
      <ellipse cx="120" cy={ground + 2} rx={box.width * 0.62} ry="6" className={styles.shadow} />
      {look.glass.shape === "tin" ? (
        <Tin box={box} />
      ) : (
        <Flask glass={look.glass} box={box} strength={look.strength} fill={`url(#${prefix}l)`} />
      )}
      {look.label ? <Label box={box} label={look.label} text={labelText} /> : null}
      <Package wrapping={look.wrapping} layer="before" />
    </svg>
  );
}

type Box = ReturnType<typeof vessel>;

/** For a tier without a known family. */
const amber: NoteFamily = "resinous";

/** Base, heart and top from the foot upwards, each in the colour of its strongest note. */
function Liquid({ id, notes }: { id: string; notes: PortraitNotes | undefined }) {
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
          style={{ stopColor: familyToken(family) } satisfies CSSProperties}
        />
      ))}
    </linearGradient>
  );
}

function Flask({
  glass,
  box,
  strength,
  fill,
}: {
  glass: Glass;
  box: Box;
  strength: number;
  fill: string;
}) {
  const { x, y, width, height } = box;
  const wall = 5;
  const neck = glass.shape === "roller" ? 34 : 30;
  const cap = glass.shape === "roller" ? 42 : 34;
  return (
    <>
      <rect x={120 - neck / 2} y={y - 12} width={neck} height="14" className={styles.glass} />
      {glass.shape === "roller" ? (
        <circle cx="120" cy={y - 14} r="11" className={styles.metal} />
      ) : null}
      <rect
        x={120 - cap / 2}
        y={y - 50}
        width={cap}
        height="38"
        rx={glass.shape === "roller" ? 12 : 2}
        className={styles.cap}
      />
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={glass.shape === "roller" ? 12 : 8}
        className={styles.glass}
      />
      <rect
        x={x + wall}
        y={y + height * 0.13}
        width={width - 2 * wall}
        height={height * 0.87 - wall * 1.6}
        rx="5"
        fill={fill}
        opacity={strength}
        className={styles.liquid}
      />
      <path d={`M${x + width * 0.14} ${y + 14}V${y + height - 18}`} className={styles.shine} />
    </>
  );
}

function Tin({ box: { x, y, width, height } }: { box: Box }) {
  return (
    <>
      <rect x={120 - 22} y={y - 24} width="44" height="26" rx="3" className={styles.cap} />
      <rect x={x} y={y} width={width} height={height} rx="14" className={styles.metal} />
      <path
        d={`M${x} ${y + 22}h${width}M${x} ${y + height - 22}h${width}`}
        className={styles.line}
      />
      <path d={`M${x + 16} ${y + 34}V${y + height - 34}`} className={styles.shine} />
    </>
  );
}

/** Labels are 3:4; `scale` resizes the picture on the glass. */
function Label({
  box,
  label,
  text,
}: {
  box: Box;
  label: NonNullable<BottleLook["label"]>;
  text: string;
}) {
  const width = Math.min(box.width * 0.78, box.height * 0.5) * label.scale;
  const height = (width * 4) / 3;
  const x = 120 - width / 2;
  const y = box.y + (box.height - height) * 0.55;
  const lines = labelLines(text);
  const size = width / Math.max(7, ...lines.map((line) => line.width + 1.4));
  const first = y + height * label.y - ((lines.length - 1) * size * 1.3) / 2;
  return (
    <>
      <image
        href={label.image}
        x={x}
        y={y}
        width={width}
        height={height}
        preserveAspectRatio="xMidYMid meet"
      />
      {lines.map((line, index) => (
        <text
          key={index}
          x={x + width * label.x}
          y={first + index * size * 1.3}
          fontSize={size}
          className={styles.words}
        >
          {line.text}
        </text>
      ))}
    </>
  );
}
