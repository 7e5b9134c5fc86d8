import { useId } from "react";
import { noteFamilies, type NoteFamily } from "#contract/product";
import { pigmentOf } from "../../scent/families.ts";
import scent from "../../scent/scent.module.css";
import { Pigmentation, WetEdge } from "../../scent/ScentPortrait.tsx";
import cards from "./AnswerCards.module.css";
import data from "./answer-drawings.json";

interface Drawing {
  /** An expression for the words that bring it to mind, in any language. */
  said: string;
  /** Forests are green and the sea is blue, in answers and in own words. */
  evokes?: NoteFamily;
  paint: Partial<Record<NoteFamily | "ink", string>>;
}

// The narrower words stand first. A unit test checks the file against this type.
const drawn = Object.values(data as Record<string, Drawing>);
export const drawings = drawn.map((one) => ({ ...one, said: new RegExp(one.said) }));
export const drawingOf = (text: string) =>
  drawings.find(({ said }) => said.test(text.toLowerCase()));

/** As wet as a portrait: darker at its edge, in two layers, and uneven where water stood. */
export function AnswerDrawing({ paint }: Pick<Drawing, "paint">) {
  const prefix = useId();
  const washes = Object.entries(paint).map(([name, path]) => ({
    path,
    pigment: pigmentOf(noteFamilies.find((family) => family === name) ?? null, "back"),
    softness: 0.2,
    density: [0.63, 0.9] as const,
  }));
  return (
    <svg viewBox="-4 -4 208 208" className={scent.portrait} aria-hidden="true" focusable="false">
      <defs>
        {washes.map((wash, at) => (
          <Pigmentation key={at} id={`${prefix}w${at}`} wash={wash} />
        ))}
        <WetEdge id={`${prefix}e`} />
        <filter id={`${prefix}g`} x="0" y="0" width="1" height="1">
          <feTurbulence type="fractalNoise" baseFrequency=".014" numOctaves="3" seed="9" />
          <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2.4 -.25" />
          <feComposite in="SourceGraphic" operator="in" />
        </filter>
      </defs>
      <g filter={`url(#${prefix}g)`}>
        <g className={scent.paint} filter={`url(#${prefix}e)`}>
          {washes.map(({ path }, at) => (
            <g key={at} fill={`url(#${prefix}w${at})`}>
              <path d={path} />
              <path d={path} className={cards.glaze} />
            </g>
          ))}
        </g>
      </g>
    </svg>
  );
}
