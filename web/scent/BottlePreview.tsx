import { useId, type CSSProperties } from "react";
import type { NoteFamily } from "#contract/product";
import { familyToken } from "./families.ts";
import { paintedNotes } from "./painted-notes.ts";
import type { PortraitNotes } from "./portrait.ts";
import { labelLines } from "./label-lines.ts";
import styles from "./bottle.module.css";

/** Scaled about the focal point, which is where the shopper's words are centred. All but the address are shares of the picture. */
interface PictureLayer {
  image: string;
  scale: number;
  x: number;
  y: number;
  takesWords: boolean;
}
export interface BottleLook {
  /** Where no picture shows a bottle, one is drawn. */
  hasOwnFlask: boolean;
  /** 0–1: how full the drawn colour is. */
  strength: number;
  /** From the back to the front. */
  layers: readonly PictureLayer[];
}

interface BottlePreviewProps {
  look: BottleLook;
  notes: PortraitNotes | undefined;
  labelText?: string;
  /** For screen readers; without it the picture is decoration. */
  title?: string;
  className?: string | undefined;
}

const canvas = { width: 240, height: 320 };
const flask = { x: 64, y: 150, width: 112, height: 140 };

export function BottlePreview({
  look,
  notes,
  labelText = "",
  title,
  className,
}: BottlePreviewProps) {
  const prefix = useId();
  const said = title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title };
  return (
    <svg
      {...said}
      viewBox={`0 0 ${canvas.width} ${canvas.height}`}
      className={[styles.bottle, className].filter(Boolean).join(" ")}
      focusable="false"
    >
      {/* Pictures are made for a light ground. */}
      {look.layers.length > 0 ? <rect {...canvas} rx="6" className={styles.ground} /> : null}
      {look.hasOwnFlask ? (
        <>
          <Liquid id={`${prefix}l`} notes={notes} />
          <Flask strength={look.strength} fill={`url(#${prefix}l)`} />
        </>
      ) : null}
      {look.layers.map((layer, index) => (
        <Layer key={index} layer={layer} text={layer.takesWords ? labelText : ""} />
      ))}
    </svg>
  );
}

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

function Flask({ strength, fill }: { strength: number; fill: string }) {
  const { x, y, width, height } = flask;
  const wall = 5;
  return (
    <>
      <ellipse cx="120" cy={y + height + 2} rx={width * 0.62} ry="6" className={styles.shadow} />
      <rect x="105" y={y - 12} width="30" height="14" className={styles.glass} />
      <rect x="103" y={y - 50} width="34" height="38" rx="2" className={styles.cap} />
      <rect {...flask} rx="8" className={styles.glass} />
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

function Layer({ layer, text }: { layer: PictureLayer; text: string }) {
  const { image, scale, x, y } = layer;
  const centre = { x: canvas.width * x, y: canvas.height * y };
  return (
    <>
      <image
        href={image}
        x={centre.x * (1 - scale)}
        y={centre.y * (1 - scale)}
        width={canvas.width * scale}
        height={canvas.height * scale}
        preserveAspectRatio="xMidYMid meet"
      />
      <Words text={text} centre={centre} room={canvas.width * scale * 0.9} />
    </>
  );
}

const lineHeight = 1.3;

/** On a slip of paper, since nobody knows the label's colours. */
function Words({
  text,
  centre,
  room,
}: {
  text: string;
  centre: { x: number; y: number };
  room: number;
}) {
  const lines = labelLines(text);
  if (lines.length === 0) return null;
  const widest = Math.max(...lines.map(({ width }) => width));
  const size = room / Math.max(6, widest + 1);
  const height = lines.length * size * lineHeight;
  const width = Math.min(room, (widest + 1) * size);
  return (
    <>
      <rect
        x={centre.x - width / 2}
        y={centre.y - height / 2 - size * 0.15}
        width={width}
        height={height + size * 0.3}
        rx={size * 0.2}
        className={styles.slip}
      />
      {lines.map((line, index) => (
        <text
          key={index}
          x={centre.x}
          y={centre.y + (index - (lines.length - 1) / 2) * size * lineHeight}
          fontSize={size}
          className={styles.words}
        >
          {line.text}
        </text>
      ))}
    </>
  );
}
