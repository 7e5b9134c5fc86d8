import { useId } from "react";
import { mark_dot, mark_line } from "#brand/brand.json";
import type { SampleItemType } from "#contract/item-kind";
import { productsPerSet } from "#contract/limits";
import type { Layers } from "#contract/product";
import { useProductNotes } from "../api/products.ts";
import { classNames } from "../ui/class-names.ts";
import bottle from "./bottle.module.css";
import { Flask, Shadow, Thinned } from "./Bottle.tsx";
import { noteOf } from "./sample-notes.ts";
import styles from "./sample-set.module.css";
import { tintOf } from "./pigments.ts";
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

const edge = { stroke: "var(--hair)", strokeOpacity: 0.4 };
const front = "M-86 190Q-40 216 0 236 40 216 86 190l1 112-172 1z";

function Papers({ of }: { of: readonly Sampled[] }) {
  const id = useId();
  const middle = (of.length - 1) / 2;
  const outermostFirst = [...of.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
  const shade = `url(#${id}shade)`;
  return (
    <g transform="translate(120 0)" className={bottle.hairs}>
      <Thinned id={`${id}shade`} colour="#a08c66" along={[0.1, 0.06, 0.3]} way="down" />
      <g transform="translate(0 303) scale(2)">
        <Shadow half={43} />
      </g>
      <path d="M-86 190H86l-1 112H-86z" className={styles.inside} />
      {outermostFirst.map((place) => (
        <g key={place} transform={`rotate(${(place - middle) * 10} 0 350)`}>
          <Paper scent={of[place]} place={place} />
        </g>
      ))}
      <path d={front} className={bottle.bare} {...edge} />
      <path d={front} fill={shade} />
      <path d="M-85 303Q-40 262-14 232q14 12 28 0 34 36 71 71z" fill={shade} />
      <g transform="translate(-14 254) scale(.9)" className={styles.seal}>
        <path d={mark_dot} />
        <path d={mark_line} />
      </g>
    </g>
  );
}

/** Dipped: wet, and above the rim of what it has drawn up. */
function Paper({ scent, place }: { scent: Sampled; place: number }) {
  const id = useId();
  const known = useNotesOf(scent);
  const notes = scent === undefined ? example[place] : known;
  const wet = 100 + ((place * 17) % 23);
  const downTo = (end: number) => `M-11 ${end - 4}V52Q0 42 11 51V${end}q-10 5-22-4z`;
  return (
    <>
      <path d={downTo(280)} className={bottle.bare} {...edge} />
      {notes === undefined ? null : (
        <g fill={`url(#${id})`} opacity={scent === undefined ? 0.7 : undefined}>
          <Thinned id={id} colour={tintOf(notes)} along={[0.5, 0.44, 0.5, 0.9]} way="down" />
          <path d={downTo(wet + 30)} opacity=".45" />
          <path d={downTo(wet)} />
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
        <g key={place} transform={`translate(${(place - (shown.length - 1) / 2) * 70} 0)`}>
          <Jar scent={scent} place={place} />
        </g>
      ))}
    </>
  );
}

function Jar({ scent, place }: { scent: Sampled; place: number }) {
  const notes = useNotesOf(scent);
  const strength = scent === undefined ? 0.35 : notes === undefined ? 0 : 0.6;
  const shown = scent === undefined ? example[place * 2] : notes;
  return <Flask vessel={jar} scale={3.7} strength={strength} notes={shown} />;
}
