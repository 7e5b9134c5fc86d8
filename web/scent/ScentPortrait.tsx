import { useId, useMemo } from "react";
import type { Layers, Tier } from "#contract/product";
import { classNames } from "../ui/class-names.ts";
import { type Pigment, pigmentColour } from "./families.ts";
import { inShort } from "./painted-notes.ts";
import { type Wash, cutOf, layerOf, portraitOf } from "./portrait.ts";
import styles from "./scent.module.css";
import { tintOf, usePageTint } from "./pigments.ts";

export interface ScentPortraitProps {
  productId: string;
  notes: Layers;
  size: "thumb" | "card" | "hero";
  /** For screen readers; without it the picture is decoration. */
  title?: string;
  className?: string | undefined;
  /** Leaves the washes of the other tiers out, at their place; the air belongs to the top. */
  only?: Tier;
  /** Where the page is about this scent: its top is tinted by it. */
  tintsPage?: boolean;
}

const percent = (value: number) => Math.round(value * 100) / 100;

export default function ScentPortrait(props: ScentPortraitProps) {
  const { productId, notes, size, title, className, only, tintsPage = false } = props;
  const prefix = useId();
  const isSmall = size === "thumb";
  const portrait = useMemo(() => {
    const whole = portraitOf(productId, isSmall ? inShort(notes) : notes);
    const view = cutOf(whole, isSmall);
    return { ...(only === undefined ? whole : layerOf(whole, only)), view };
  }, [productId, notes, only, isSmall]);
  const { washes, steam, veil, view } = portrait;
  usePageTint(tintsPage && washes.length > 0 ? tintOf(notes) : undefined);
  const hasSteam = !isSmall || washes.length === 0;
  const said = title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title };
  return (
    <svg
      {...said}
      viewBox={view}
      className={classNames(styles.portrait, styles[size], className)}
      focusable="false"
    >
      <defs>
        {washes.map((wash, index) => (
          <Pigmentation key={index} id={`${prefix}w${index}`} wash={wash} />
        ))}
        <Air veil={veil} prefix={prefix} />
        {isSmall ? null : <WetEdge id={`${prefix}e`} />}
      </defs>
      {isSmall || only ? null : (
        <Damp id={`${prefix}d`} pigment={washes[0]?.pigment ?? veil} view={view} />
      )}
      {hasSteam ? (
        <g fill="none" stroke={`url(#${prefix}s)`} strokeLinecap="round">
          {steam.lines.map((line, index) => (
            <path key={index} d={line} strokeWidth={index === 0 ? 1 : 0.5} />
          ))}
        </g>
      ) : null}
      <g className={styles.paint} filter={isSmall ? undefined : `url(#${prefix}e)`}>
        {hasSteam ? <path d={steam.veil} fill={`url(#${prefix}v)`} /> : null}
        {washes.map((wash, index) => (
          <Blot
            key={index}
            id={`${prefix}b${index}`}
            fill={`url(#${prefix}w${index})`}
            wash={wash}
          />
        ))}
      </g>
    </svg>
  );
}

/** What the subject left in the wet paper, all around it. */
function Damp({ id, pigment, view }: { id: string; pigment: Pigment; view: string }) {
  const [x, y] = view.split(" ");
  return (
    <>
      <radialGradient id={id} color={pigmentColour(pigment)}>
        <stop stopOpacity=".22" />
        <stop offset=".5" stopOpacity=".13" />
        <stop offset="1" stopOpacity="0" />
      </radialGradient>
      <rect x={x} y={y} width="100%" height="100%" fill={`url(#${id})`} />
    </>
  );
}

/** Where paint ran on the paper. */
export const WetEdge = ({ id }: { id: string }) => (
  <filter id={id} x="-.05" y="-.05" width="1.1" height="1.1">
    <feTurbulence type="fractalNoise" baseFrequency=".018" numOctaves="4" seed="4" />
    <feDisplacementMap in="SourceGraphic" scale="15" xChannelSelector="R" yChannelSelector="G" />
  </filter>
);

type Tint = Pick<Wash, "pigment" | "softness" | "density">;

/** Darker just inside the rim, like wet paint. The stops use the gradient's own colour. */
export function Pigmentation({ id, wash }: { id: string; wash: Tint }) {
  const rim = 1 - wash.softness * 0.6;
  const [heart = 0, edge = 0] = wash.density;
  return (
    <radialGradient id={id} color={pigmentColour(wash.pigment)} cx=".47" cy=".56" r=".56">
      <stop stopOpacity={percent(heart)} />
      <stop offset={percent(rim * 0.8)} stopOpacity={percent(heart * 1.12)} />
      <stop offset={percent(rim * 0.96)} stopOpacity={percent(edge)} />
      <stop offset="1" stopOpacity={percent(edge * 0.78 * (1 - wash.softness))} />
    </radialGradient>
  );
}

function Air({ veil, prefix }: { veil: Pigment; prefix: string }) {
  const colour = pigmentColour(veil);
  return (
    <>
      <linearGradient id={`${prefix}v`} color={colour} x1="0" y1="1" x2="0" y2="0">
        <stop stopOpacity="0" />
        <stop offset=".5" stopOpacity=".3" />
        <stop offset="1" stopOpacity="0" />
      </linearGradient>
      <linearGradient id={`${prefix}s`} x1="0" y1="1" x2="0" y2="0">
        <stop stopOpacity="0" />
        <stop offset=".7" stopOpacity=".6" />
        <stop offset="1" stopOpacity="0" />
      </linearGradient>
    </>
  );
}

function Blot({ id, fill, wash }: Record<"id" | "fill", string> & { wash: Wash }) {
  const [x, y] = [Math.round(wash.centre.x), Math.round(wash.centre.y)];
  return (
    <>
      {wash.ground === null ? null : <path d={wash.ground} className={styles.clear} />}
      <path id={id} d={wash.path} fill={fill} />
      <use
        href={`#${id}`}
        opacity=".55"
        transform={`rotate(${wash.glazeTurn} ${x} ${y}) translate(${x} ${y}) scale(${wash.glazeScale}) translate(${-x} ${-y})`}
      />
    </>
  );
}
