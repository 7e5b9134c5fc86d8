import { useId } from "react";
import { pigments, pigmentColour } from "./families.ts";
import { familiesOf } from "#contract/families";
import type { Layers } from "#contract/product";
import { canvas, floor, type Vessel } from "./vessel.ts";
import styles from "./bottle.module.css";

const at = (...numbers: number[]) =>
  numbers.map((number) => Math.round(number * 10) / 10).join(" ");

type Corner = Record<"x" | "y", number>;

/** Its right side mirrored, and led through the middles of its corners by no steady hand. */
function painted(side: readonly Corner[], seed = 0, shaking = 0.28): string {
  const left = side.map(({ x, y }) => ({ x: -x, y })).toReversed();
  const corners = [...side, ...left].map(({ x, y }, index) => ({
    x: x + Math.sin(index * 7 + seed) * shaking,
    y: y + Math.cos(index * 5 + seed) * shaking,
  }));
  const half = ({ x, y }: Corner, next = corners[0]!) => at((x + next.x) / 2, (y + next.y) / 2);
  const bends = corners.map(
    (corner, index) => `${at(corner.x, corner.y)} ${half(corner, corners[index + 1])}`,
  );
  return `M${half(corners.at(-1)!)}Q${bends.join(" ")}z`;
}

/** `wall` lies within the glass. */
function sideOf({ width, height, shoulder, tops }: Vessel, wall: number, foot: number): Corner[] {
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
const blockOf = (width: number, height: number, y: number, round: number): Corner[] => [
  { x: width / 2 - round * 2, y: y - height },
  { x: width / 2, y: y - height },
  { x: width / 2, y: y - height + round * 2 },
  { x: width / 2, y: y },
  { x: width / 2, y: y },
];

/** How dense the paint lies from the left, where the light is, to the right. */
const densities = {
  glass: [0.4, 0.12, 0.04, 0.02, 0.02, 0.03, 0.08, 0.2, 0.5],
  collar: [0.9, 0.5, 0.34, 0.7, 0.95],
  cap: [0.92, 0.84, 0.56, 0.78, 0.84, 0.88, 0.96],
  ball: [0.7, 0.2, 0.5, 0.9],
  liquid: [0.8, 0.52, 0.4, 0.36, 0.4, 0.52, 0.86],
};
const rounds = { collar: 0.3, cap: 2.2, ball: 2.5 };

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

/** Away from the light, which a coloured glass lets through. */
export function Shadow({ half, light = "transparent" }: { half: number; light?: string }) {
  const id = useId();
  return (
    <>
      <Thinned id={`${id}s`} colour="var(--shadow)" along={[0.42, 0.2, 0]} way="round" />
      <Thinned id={`${id}l`} colour={light} along={[0.56, 0]} way="round" />
      <ellipse cx={at(half * 0.3)} cy="1" rx={at(half * 1.35)} ry="4" fill={`url(#${id}s)`} />
      <ellipse cx={at(half * 0.6)} cy="1" rx={at(half * 0.9)} ry="2.2" fill={`url(#${id}l)`} />
    </>
  );
}

/** Between two arcs that meet to the left and the right of `y`. */
const lens = (half: number, y: number, upper: number, lower: number) =>
  `M${at(-half, y)}Q${at(0, y + upper, half, y)}Q${at(0, y + lower, -half, y)}z`;

interface FlaskProps {
  vessel: Vessel;
  scale: number;
  /** 0–1: how deep the colour is; without any it is empty. */
  strength: number;
  notes: Layers | undefined;
}

/** Painted as the portraits are: thin washes, a second within the first, bare paper for light. */
export function Flask({ vessel, scale, strength, notes }: FlaskProps) {
  const id = useId();
  const { width, height, shoulder, wall, base, tops } = vessel;
  const [half, inner] = [width / 2, width / 2 - wall];
  const outside = painted(sideOf(vessel, 0, 0));
  const inside = painted(sideOf(vessel, wall, base), 2);
  const [level, bend] = [shoulder * 0.9 - height, shoulder - height];
  const broad = (width - shoulder * 7) / 14;
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
      <Thinned id={`${id}pool`} colour={tint} along={[0.26, 0, 0, 0.1, 0.5]} way="down" />
      <Thinned id={`${id}hair`} colour="var(--hair)" along={[0.3, 0.5, 0.9]} way="down" />
      <clipPath id={`${id}level`}>
        <path d={`M${at(-half, level)}Q${at(0, level + 1.6, half, level)}V2H${at(-half)}z`} />
      </clipPath>
      <Shadow half={half} {...(strength > 0 && { light: tint })} />
      <path d={outside} className={styles.clear} />
      <path d={outside} fill={paint("glass")} />
      {strength === 0 ? null : (
        <g clipPath={paint("level")} fill={tint} opacity={0.24 + strength * 0.62}>
          <path d={inside} fill={paint("liquid")} stroke={tint} strokeWidth=".7" />
          <path d={painted(sideOf(vessel, wall + 1, base + 1), 5, 1.2)} fill={paint("pool")} />
          <path d={lens(inner, level, -1.6, 3.4)} opacity=".5" />
          <path d={lens(inner, -1.6, -base, 2)} opacity=".4" />
        </g>
      )}
      <path d={inside} className={styles.inside} />
      {tops[1]?.is === "cap" ? (
        <path d={`M0 ${at(-height)}L.6 ${at(-base - 2)}`} className={styles.tube} />
      ) : null}
      <g className={styles.light}>
        <path
          d={`M${at(1.6 - inner, -height * 0.26)}V${at(bend)}q${at(0.6, shoulder * -0.5, shoulder * 0.5, shoulder * -0.7)} ${at(broad + 1, shoulder * 0.3, broad, shoulder * 0.9)}z`}
        />
        <path
          d={`M${at(inner - 0.9, bend)}q1 ${at(bend / -3, 0, bend * -0.6)}q-1 ${at(bend / 3, 0, bend * 0.6)}z`}
        />
      </g>
      <g fill="none" className={styles.hairs}>
        <path d={outside} stroke={paint("hair")} />
      </g>
      {tops.toReversed().map(({ is, foot, width: across, height: high }) => {
        const y = -height - foot;
        const shape = painted(blockOf(across, high, y, rounds[is]), 1);
        return (
          <g key={is} fill={paint(is)} className={styles.hairs}>
            <path d={shape} className={styles.bare} />
            <path d={shape} stroke={paint("hair")} />
            <path d={shape} opacity=".4" transform={`translate(0 ${at(y * 0.14)}) scale(.9 .86)`} />
          </g>
        );
      })}
    </g>
  );
}

/** Of the strongest family, thinned: concentration changes its depth, never its hue. */
export function tintOf(notes: Layers | undefined): string {
  const [family = "resinous"] = notes === undefined ? [] : familiesOf(notes);
  const { lightness, chroma, hue } = pigments[family];
  return pigmentColour({ lightness: lightness * 0.5 + 0.4, chroma: chroma * 0.8 + 0.04, hue });
}
