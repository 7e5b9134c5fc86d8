import { mark_dot, mark_line } from "#brand/brand.json";
import type { SampleItemType } from "#contract/item-kind";
import { productsPerSet } from "#contract/limits";
import type { Layers } from "#contract/product";
import { useProductNotes } from "../api/products.ts";
import { classNames } from "../ui/class-names.ts";
import bottle from "./bottle.module.css";
import { Flask, tintOf } from "./Flask.tsx";
import { noteOf } from "./sample-notes.ts";
import styles from "./sample-set.module.css";
import { canvas, jar } from "./vessel.ts";

/** A product's id, its notes, or nothing where nobody knows the scent yet. */
export type Sampled = string | Layers | undefined;

/** Of nobody's set: from light to deep. */
const example: readonly Layers[] = (
  ["citrus", "green", "floral", "woody", "resinous"] as const
).map((family) => ({ top: [], middle: [noteOf(family, 1, 0.5)], back: [] }));

function useNotesOf(scent: Sampled): Layers | undefined {
  const isId = typeof scent === "string";
  const { data } = useProductNotes(isId ? scent : null);
  return isId ? data : scent;
}

const drawings: Record<SampleItemType, typeof Papers> = { SAMPLE_PAPER: Papers, JAR: Jars };

interface SampleDrawingProps {
  kinds: readonly SampleItemType[];
  of?: readonly Sampled[];
  className?: string | undefined;
}

/** Scent papers in their envelope, and sample jars beside them: each in the tint of its scent. */
export default function SampleDrawing({ kinds, of = example, className }: SampleDrawingProps) {
  return (
    <svg
      viewBox={`0 0 ${kinds.length * canvas.width} ${canvas.height}`}
      className={classNames(bottle.bottle, className)}
      aria-hidden="true"
      focusable="false"
    >
      {kinds.map((kind, place) => {
        const Drawn = drawings[kind];
        return (
          <g key={kind} transform={`translate(${place * canvas.width} 0)`}>
            <Drawn of={of} />
          </g>
        );
      })}
    </svg>
  );
}

function Papers({ of }: { of: readonly Sampled[] }) {
  const middle = (of.length - 1) / 2;
  const outermostFirst = [...of.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
  return (
    <>
      <path d="M34 190h172v113H34z" className={styles.inside} />
      {outermostFirst.map((place) => (
        <g key={place} transform={`rotate(${(place - middle) * 10} 120 350)`}>
          <Paper scent={of[place]} dip={(place * 17) % 23} />
        </g>
      ))}
      <path d="M34 190l86 46 86-46v113H34z" className={styles.envelope} />
      <path d="M34 303l72-74M206 303l-72-74" className={styles.seam} />
      <g transform="translate(106 254) scale(.9)" className={styles.seam}>
        <path d={mark_dot} className={styles.dot} />
        <path d={mark_line} />
      </g>
    </>
  );
}

/** Dipped: wet, and above the rim of what it has drawn up. */
function Paper({ scent, dip }: { scent: Sampled; dip: number }) {
  const notes = useNotesOf(scent);
  const inked = (depth: number) => `M109.5 ${depth}V52q10.5-8 21 0v${depth - 56}q-10 8-21 4z`;
  return (
    <>
      <path d="M109 280V52q11-9 22 0v228z" className={styles.paper} />
      {notes === undefined ? null : (
        <g fill={tintOf(notes, 0.6, 0)}>
          <path d={inked(136 + dip)} opacity=".35" />
          <path d={inked(108 + dip)} />
        </g>
      )}
    </>
  );
}

function Jars({ of }: { of: readonly Sampled[] }) {
  const shown = of.length > productsPerSet.JAR ? [of[0], of[2], of[4]] : of;
  return (
    <>
      {shown.map((scent, place) => (
        <g key={place} transform={`translate(${(place - (shown.length - 1) / 2) * 66} 0)`}>
          <Jar scent={scent} />
        </g>
      ))}
    </>
  );
}

function Jar({ scent }: { scent: Sampled }) {
  const notes = useNotesOf(scent);
  return <Flask vessel={jar} scale={2.3} strength={notes === undefined ? 0 : 0.6} notes={notes} />;
}
