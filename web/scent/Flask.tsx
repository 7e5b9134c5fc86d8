import { useId } from "react";
import { pigments, pigmentColour } from "./families.ts";
import { familiesOf } from "#contract/families";
import type { Layers } from "#contract/product";
import { canvas, floor, type Vessel } from "./vessel.ts";
import styles from "./bottle.module.css";

const at = (...numbers: number[]) =>
  numbers.map((number) => Math.round(number * 10) / 10).join(" ");

/** Down the left and up the right; `wall` lies within the glass. */
function contour(
  { width, height, shoulder, tops }: Vessel,
  wall: number,
  foot: number,
  round: number,
) {
  const half = width / 2 - wall;
  const neck = Math.min((tops[0]?.width ?? 0) / 2 - 1.5, half - 1) - wall / 3;
  const [top, bend] = [wall - height, shoulder - height];
  const [slope, rise] = [half * 0.65 + neck * 0.35, top + shoulder * 0.35];
  return [
    `M${at(-neck, top)}C${at(-slope, top, -half, rise, -half, bend)}V${at(-foot - round)}`,
    `Q${at(-half, -foot, round - half, -foot)}H${at(half - round)}`,
    `Q${at(half, -foot, half, -foot - round)}V${at(bend)}C${at(half, rise, slope, top, neck, top)}z`,
  ].join("");
}

const tones = (names: string) => names.split(" ").map((name) => `var(--${name})`);
/** From the left, where the light is, to the right. */
const lights = {
  glass: tones("glass-edge glass glass glass glass glass glass glass-edge"),
  collar: tones("brass-dark brass-light brass brass-dark brass"),
  ball: tones("steel steel-light steel steel-dark"),
  cap: tones("cap-dark cap cap-light cap cap cap cap cap-dark cap"),
};
const corners = { collar: 0.7, cap: 1.6, ball: 5 };
/** Through more liquid, at its edges, the same colour looks deeper. */
const depths = [0.14, 0.01, -0.02, 0, 0.04, 0.18];

interface FlaskProps {
  vessel: Vessel;
  scale: number;
  /** 0–1: how deep the colour is; without any it is empty. */
  strength: number;
  notes: Layers | undefined;
  /** Leaves out what a thumbnail is too small for. */
  isSmall?: boolean;
}

/** Glass with its light, filled with one tint of the scent. */
export function Flask({ vessel, scale, strength, notes, isSmall = false }: FlaskProps) {
  const id = useId();
  const { width, height, shoulder, wall, base, tops } = vessel;
  const [half, inner] = [width / 2, width / 2 - wall];
  const inside = contour(vessel, wall, base, Math.min(shoulder * 0.7, inner * 0.8));
  const level = shoulder * 0.86 - height;
  const lit = wall + 2 - half;
  const paint = (name: string) => `url(#${id}${name})`;
  const tint = (depth: number) => tintOf(notes, strength, depth);
  return (
    <g
      transform={`translate(${canvas.width / 2} ${floor}) scale(${Math.round(scale * 100) / 100})`}
    >
      {Object.entries({ ...lights, liquid: depths.map(tint) }).map(([name, colours]) => (
        <linearGradient key={name} id={id + name}>
          {colours.map((colour, index) => (
            <stop key={index} offset={index / (colours.length - 1)} stopColor={colour} />
          ))}
        </linearGradient>
      ))}
      <radialGradient id={`${id}bloom`} cx=".7" cy=".78" r=".6">
        <stop stopColor={tint(-0.2)} stopOpacity=".8" />
        <stop offset="1" stopColor={tint(-0.2)} stopOpacity="0" />
      </radialGradient>
      <radialGradient id={`${id}shadow`}>
        <stop stopOpacity=".5" />
        <stop offset=".6" stopOpacity=".2" />
        <stop offset="1" stopOpacity="0" />
      </radialGradient>
      <clipPath id={`${id}level`}>
        <path d={`M${at(-half, level)}H${at(half)}V0H${at(-half)}z`} />
      </clipPath>
      <ellipse cx={at(half * 0.1)} rx={at(half * 1.24)} ry="3" fill={paint("shadow")} />
      <path d={contour(vessel, 0, 0, wall * 1.4)} fill={paint("glass")} className={styles.edge} />
      {strength === 0 ? null : <path d={inside} fill={paint("liquid")} clipPath={paint("level")} />}
      {strength === 0 || isSmall ? null : (
        <>
          <path d={inside} fill={paint("bloom")} clipPath={paint("level")} />
          <ellipse
            cy={at(level)}
            rx={at(inner)}
            ry="0.8"
            fill={tint(-0.08)}
            stroke={tint(0.16)}
            strokeWidth=".2"
          />
          {/* The foot of the glass gathers the colour. */}
          <path
            d={`M${at(-inner, -1.2)}Q${at(0, -base * 1.6, inner, -1.2)}z`}
            fill={tint(0.04)}
            opacity=".5"
          />
        </>
      )}
      {isSmall ? null : (
        <>
          <path d={inside} className={styles.inside} />
          {tops[1]?.is === "cap" ? (
            <path d={`M0 ${at(-height)}V${at(-base - 2)}`} className={styles.tube} />
          ) : null}
          <path
            d={`M${at(inner - 1, shoulder - height)}V${at(-base - shoulder)}`}
            className={styles.spark}
          />
        </>
      )}
      <path
        d={`M${at(lit, -height * 0.46)}V${at(shoulder * 1.1 - height)}Q${at(lit, shoulder * 0.5 - height, lit + shoulder * 0.5, shoulder * 0.3 - height)}`}
        strokeWidth={at(Math.min(2.4, width / 14))}
        className={styles.light}
      />
      {tops.toReversed().map(({ is, foot, width: across, height: high }) => (
        <rect
          key={is}
          x={at(-across / 2)}
          y={at(-height - foot - high)}
          width={at(across)}
          height={at(is === "ball" ? across : high)}
          rx={corners[is]}
          fill={paint(is)}
          className={styles.edge}
        />
      ))}
    </g>
  );
}

/** The colour of the strongest family: concentration changes its depth, never its hue. */
export function tintOf(notes: Layers | undefined, strength: number, depth: number): string {
  const [family = "resinous"] = notes === undefined ? [] : familiesOf(notes);
  const { lightness, chroma, hue } = pigments[family];
  return pigmentColour({
    lightness: 0.95 - (1 - lightness) * strength - depth * (0.4 + strength * 0.6),
    chroma: chroma * (0.25 + strength * 0.7) * (1 + depth),
    hue,
  });
}
