import { useId } from "react";
import { mark_dot, mark_line } from "#brand/brand.json";
import type { Bottle } from "#contract/bottles";
import type { Layers } from "#contract/product";
import { classNames } from "../ui/class-names.ts";
import type { Point } from "./strokes.ts";
import { tintOf } from "./pigments.ts";
import { canvas, floor, labelOf, scaleOf, usualBottle, vesselOf, type Vessel } from "./vessel.ts";
import styles from "./bottle.module.css";
import scent from "./scent.module.css";

const at = (...numbers: number[]) =>
  numbers.map((number) => Math.round(number * 10) / 10).join(" ");

/** Its right side mirrored, and led through the middles of its corners by no steady hand. */
function painted(side: readonly Point[], seed = 0, shaking = 0.32): string {
  const left = side.map(({ x, y }) => ({ x: -x, y })).toReversed();
  const corners = [...side, ...left].map(({ x, y }, index) => ({
    x: x + Math.sin(index * 7 + seed) * shaking,
    y: y + Math.cos(index * 5 + seed) * shaking,
  }));
  const half = ({ x, y }: Point, next = corners[0]!) => at((x + next.x) / 2, (y + next.y) / 2);
  const bends = corners.map(
    (corner, index) => `${at(corner.x, corner.y)} ${half(corner, corners[index + 1])}`,
  );
  return `M${half(corners.at(-1)!)}Q${bends.join(" ")}z`;
}

/** `wall` lies within the glass. */
function sideOf({ width, height, shoulder, tops }: Vessel, wall: number, foot: number): Point[] {
  const half = width / 2 - wall;
  const neck = Math.min((tops[0]?.width ?? 0) / 2 - 1.5, half - 1) - wall / 3;
  const top = wall - height;
  const round = Math.min(half * 0.7, shoulder * 0.4 + wall);
  return [
    { x: neck, y: top },
    { x: half * 0.66 + neck * 0.34, y: top + shoulder * 0.05 },
    { x: half, y: top + shoulder * 0.52 },
    { x: half, y: top + shoulder * 1.3 },
    { x: half, y: -foot - round },
    { x: half, y: -foot },
    { x: half - round, y: -foot },
  ];
}

/** Of what stands on the glass, round above. */
const blockOf = (width: number, height: number, y: number, round: number): Point[] => [
  { x: width / 2 - round * 2, y: y - height },
  { x: width / 2, y: y - height },
  { x: width / 2, y: y - height + round * 2 },
  { x: width / 2, y: y },
  { x: width / 2, y: y },
];

/** How dense the paint lies from the left, where the light is, to the right. */
const densities = {
  glass: [0.5, 0.24, 0.1, 0.05, 0.04, 0.05, 0.11, 0.26, 0.56],
  collar: [0.8, 0.5, 0.3, 0.56, 0.64, 0.54, 0.82],
  cap: [1, 0.9, 0.76, 0.86, 0.94, 0.97, 0.94, 0.88, 1],
  ball: [0.7, 0.2, 0.5, 0.9],
  light: [0.56, 0.3, 0.06],
  liquid: [0.86, 0.66, 0.54, 0.46, 0.48, 0.56, 0.7, 0.94],
};
const rounds = { collar: 0.3, cap: 0.9, ball: 2.5 };

interface ThinnedProps {
  id: string;
  colour: string;
  along: readonly number[];
  way?: "across" | "down" | "round";
}

/** One pigment in more or less water. */
export function Thinned({ id, colour, along, way = "across" }: ThinnedProps) {
  const Gradient = way === "round" ? "radialGradient" : "linearGradient";
  return (
    <Gradient id={id} color={colour} {...(way === "down" && { x2: 0, y2: 1 })}>
      {along.map((density, index) => (
        <stop key={index} offset={index / (along.length - 1)} stopOpacity={density} />
      ))}
    </Gradient>
  );
}

/** Dark where it stands; away from the light a coloured glass gathers some of it. */
export function Shadow({ half, light = "transparent" }: { half: number; light?: string }) {
  const id = useId();
  const [shade, lit] = [`url(#${id}s)`, `url(#${id}l)`];
  return (
    <>
      <Thinned id={`${id}s`} colour="var(--shadow)" along={[0.44, 0.2, 0]} way="round" />
      <Thinned id={`${id}l`} colour={light} along={[0.8, 0.3, 0.1, 0]} way="round" />
      <ellipse cx={at(half * 0.3)} cy="1" rx={at(half * 1.4)} ry="4" fill={shade} />
      <ellipse cx={at(half * 0.5)} cy=".6" rx={at(half)} ry="2.4" fill={lit} />
      <ellipse cy=".2" rx={at(half * 1.03)} ry="1.2" fill={shade} />
    </>
  );
}

/** Between two arcs that meet to the left and the right of `y`. */
const lens = (half: number, y: number, upper: number, lower: number) =>
  `M${at(-half, y)}Q${at(0, y + upper, half, y)}Q${at(0, y + lower, -half, y)}z`;

/** Of a window, beside the left edge of what is round. */
const lightOn = (half: number, top: number, foot: number) =>
  `M${at(half * -0.88, foot)}V${at(top + half * 0.3)}Q${at(half * -0.88, top, half * -0.58, top - half * 0.06)}Q${at(half * -0.58, foot * 0.7 + top * 0.3, half * -0.88, foot)}z`;

export interface FlaskProps {
  vessel: Vessel;
  scale: number;
  /** 0–1: how deep the colour is; without any it is empty. */
  strength: number;
  notes: Layers | undefined;
}

/** Blown thick: a wall with a light edge within, a heavy foot that bends the colour above it. */
export function Flask({ vessel, scale, strength, notes }: FlaskProps) {
  const id = useId();
  const { width, height, shoulder, wall, base, tops } = vessel;
  const [half, inner] = [width / 2, width / 2 - wall];
  const outside = painted(sideOf(vessel, 0, 0));
  const inside = painted(sideOf(vessel, wall, base), 2);
  const tube = `M0 ${at(-height)}L.6 ${at(-base - 2)}`;
  const level = shoulder * 0.9 - height;
  const paint = (name: string) => `url(#${id}${name})`;
  const tint = tintOf(notes);
  return (
    <g
      transform={`translate(${canvas.width / 2} ${floor}) scale(${Math.round(scale * 100) / 100})`}
    >
      {Object.entries(densities).map(([name, along]) => {
        const colour = name === "liquid" ? tint : `var(--${name})`;
        return <Thinned key={name} id={id + name} colour={colour} along={along} />;
      })}
      <Thinned id={`${id}pool`} colour={tint} along={[0.3, 0, 0, 0.16, 0.7]} way="down" />
      <Thinned id={`${id}foot`} colour="var(--glass)" along={[0.5, 0.16, 0.06, 0.4]} way="down" />
      <clipPath id={`${id}level`}>
        <path d={`M${at(-half, level)}Q${at(0, level + 2.4, half, level)}V2H${at(-half)}z`} />
      </clipPath>
      <Shadow half={half} {...(strength > 0 && { light: tint })} />
      <path d={outside} className={styles.clear} />
      <path d={outside} fill={paint("glass")} />
      <path d={lens(half - 0.6, -1.4, -base * 1.3, 1.8)} fill={paint("foot")} />
      {strength === 0 ? null : (
        <g fill={tint} opacity={0.3 + strength * 0.62}>
          <g clipPath={paint("level")}>
            <path d={inside} fill={paint("liquid")} stroke={tint} strokeWidth=".7" />
            <path d={inside} fill={paint("pool")} />
          </g>
          <path d={lens(inner - 0.3, level, -2.2, 2.4)} opacity=".36" stroke={tint} />
          <path d={lens(half - 1.4, -1.6, -base, 2)} fill={paint("pool")} />
          <path d={lens(half - 1.4, -1.6, -base * 0.7, 2)} opacity=".5" />
        </g>
      )}
      <path d={lens(half - wall, -1.5, -base * 0.28, -0.2)} fill={paint("light")} />
      <path d={inside} className={styles.inside} />
      <path d={inside} fill="none" stroke="var(--hair)" strokeWidth=".14" />
      {tops[1]?.is === "cap" && <path d={tube} className={styles.inside} />}
      <path d={lightOn(inner, shoulder * 0.75 - height, -base - wall)} fill={paint("light")} />
      <path d={outside} fill="none" className={styles.hair} />
      {tops.toReversed().map(({ is, foot, width: across, height: high }) => {
        const y = -height - foot;
        const shape = painted(blockOf(across, high, y, rounds[is]), 1, 0.08);
        return (
          <g key={is} fill={paint("light")}>
            <path d={shape} className={styles.bare} />
            <path d={shape} fill={paint(is)} className={styles.hair} />
            <path d={is === "collar" ? "" : lightOn(across / 2, y - high * 0.9, y - 0.7)} />
          </g>
        );
      })}
    </g>
  );
}

/** Of a line, in letter heights. */
const maxWidth = 7;

function widthOf(text: string): number {
  return [...text].reduce(
    (width, character) =>
      width + (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(character) ? 1 : 0.55),
    0,
  );
}

const wordsIn = (text: string) =>
  Array.from(
    new Intl.Segmenter(undefined, { granularity: "word" }).segment(text),
    ({ segment }) => segment,
  );

/** Broken between words, each no wider than the label and about as wide as the others. */
function labelLines(text: string, most: number): string[] {
  const whole = widthOf(text);
  const room = whole / Math.ceil(whole / most) + 1.2;
  // A segmenter reads a dictionary when it is made, which is felt on a phone.
  const pieces = text
    .trim()
    .split(/(?<=\s)/)
    .flatMap((word) => (widthOf(word.trimEnd()) <= room ? word : wordsIn(word)));
  const lines: string[] = [];
  for (const segment of pieces) {
    const last = lines.at(-1);
    if (last === undefined || widthOf(last + segment.trimEnd()) > room)
      lines.push(segment.trimStart());
    else lines[lines.length - 1] = last + segment;
  }
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

const lineHeight = 1.3;

type LabelWordsProps = Record<"x" | "y" | "width", number> & { text: string; most?: number };

/** In the middle there, on a slip of paper, since nobody knows the label's colours. */
export function LabelWords({ x, y, width: room, text, most = maxWidth }: LabelWordsProps) {
  const lines = labelLines(text, most);
  if (lines.length === 0) return null;
  const widest = Math.max(...lines.map(widthOf)) + 1;
  const size = (room * 0.84) / Math.max(most - 1, widest);
  const [width, height] = [widest * size, (lines.length * lineHeight + 0.3) * size];
  return (
    <>
      <rect x={x - width / 2} y={y - height / 2} {...{ width, height }} className={styles.slip} />
      {lines.map((line, index) => (
        <text
          key={index}
          x={x}
          y={y + (index - (lines.length - 1) / 2) * size * lineHeight}
          fontSize={size}
          className={styles.words}
        >
          {line}
        </text>
      ))}
    </>
  );
}

type NamedFlaskProps = Omit<FlaskProps, "strength"> & { strength?: number; name: string };

/** With an example of a label: the shop's mark over the name. */
export function NamedFlask({ vessel, scale, strength = 0.6, notes, name }: NamedFlaskProps) {
  const label = labelOf(vessel, scale);
  const { x, y, width, height } = label;
  const [middle, mark] = [x + width / 2, width / 120];
  return (
    <>
      <Flask {...{ vessel, scale, strength, notes }} />
      <rect {...label} transform="translate(.8 1.4)" className={styles.lift} />
      <rect {...label} className={styles.slip} />
      <g
        transform={`translate(${middle - 16 * mark} ${y + height * 0.12}) scale(${mark})`}
        className={styles.mark}
      >
        <path d={mark_dot} />
        <path d={mark_line} />
      </g>
      <LabelWords x={middle} y={y + height * 0.57} width={width} text={name} most={5} />
    </>
  );
}

interface BottleRowProps {
  of: readonly (Bottle & { notes: Layers; name: string })[];
  scale?: number;
  /** For screen readers; without it the picture is decoration. */
  title?: string;
  className?: string | undefined;
}

/** Scents as they are sold, side by side on one floor. */
export function BottleRow({ of, scale = scaleOf(of), title, className }: BottleRowProps) {
  const widths = of.map((size) => vesselOf(size).width * scale + apart);
  const endOf = (place: number) => widths.slice(0, place).reduce((sum, one) => sum + one, 0);
  const middleOf = (place: number) => apart / 2 + (endOf(place) + endOf(place + 1)) / 2;
  return (
    <svg
      {...saidAs(title)}
      viewBox={`0 0 ${Math.round(endOf(of.length) + apart)} ${canvas.height}`}
      preserveAspectRatio="xMidYMax meet"
      className={classNames(styles.bottle, className)}
      focusable="false"
    >
      {of.map(({ notes, name, ...size }, place) => (
        <g key={place} transform={`translate(${Math.round(middleOf(place) - canvas.width / 2)} 0)`}>
          <NamedFlask {...{ vessel: vesselOf(size), scale, notes, name }} />
        </g>
      ))}
    </svg>
  );
}

const apart = 24;

export const saidAs = (title: string | undefined) =>
  title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title };

/** In front of its portrait. */
export default function StandingBottle({ notes, name }: { notes: Layers; name: string }) {
  return <BottleRow of={[{ ...usualBottle, notes, name }]} className={scent.standing} />;
}
