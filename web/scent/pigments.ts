/** The colours of materials, in `pigments.json`, and of the liquids and pages that take them on. */
import { useLayoutEffect } from "react";
import type { Layers } from "#contract/product";
import { type Pigment, pigmentColour, pigments } from "./families.ts";
import { subjectOf } from "./painted-notes.ts";
import data from "./pigments.json";

/** By id, of families too: lightness and chroma in hundredths, and hue; some have a second one. */
const written: Readonly<Record<string, string>> = data;

export function pigmentsIn(text: string): Pigment[] {
  const numbers = text.split(" ").map(Number);
  return [numbers.slice(0, 3), numbers.slice(3)].map(([lightness = 0, chroma = 0, hue = 0]) => {
    return { lightness: lightness / 100, chroma: chroma / 100, hue };
  });
}

export const pigmentsOf = (id: string) => (written[id] ? pigmentsIn(written[id]) : undefined);

/** Of the portrait's subject. Concentration changes its depth, never its hue. */
export function tintOf(notes: Layers | undefined): string {
  const subject = notes && subjectOf(notes)?.raw_material;
  const family = subject?.family ?? "resinous";
  const [own = pigments[family]] = pigmentsOf(subject?.id ?? family) ?? [];
  return pigmentColour({
    lightness: own.lightness * 0.4 + 0.52,
    chroma: own.chroma * 0.75 + 0.02,
    hue: own.hue,
  });
}

/** Tints the top of the page, as `scent.module.css` draws it. */
export function usePageTint(tint: string | undefined) {
  useLayoutEffect(() => {
    if (tint === undefined) return;
    document.body.style.setProperty("--page-tint", tint);
    return () => void document.body.style.removeProperty("--page-tint");
  }, [tint]);
}
