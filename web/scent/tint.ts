import { useLayoutEffect } from "react";
import type { Layers } from "#contract/product";
import { pigments, pigmentColour } from "./families.ts";
import { subjectOf } from "./painted-notes.ts";
import { pigmentsOf } from "./pigments.ts";

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
