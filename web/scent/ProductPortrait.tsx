import { lazy, Suspense } from "react";
import { useProductNotes } from "../api/products.ts";
import { classNames } from "../ui/class-names.ts";
import { late } from "../ui/late.tsx";
import type { ScentPortraitProps } from "./ScentPortrait.tsx";
import styles from "./scent.module.css";

/** By the id of a product; keeps its space while the notes are loading. */
export default function ProductPortrait(
  props: Pick<ScentPortraitProps, "productId" | "size" | "tintsPage">,
) {
  const { data: notes } = useProductNotes(props.productId);
  return <LazyPortrait {...props} notes={notes ?? { top: [], middle: [], back: [] }} />;
}

/** Beside a form, or where there is nothing yet. */
export const SidePortrait = late(() => import("./SidePortrait.tsx"));

export const PageTint = late(() => import("./PageTint.tsx"));

const ScentPortrait = lazy(() => import("./ScentPortrait.tsx"));

/** For screens that can be used before the brushes, a large part of their script, are here. */
export function LazyPortrait(props: ScentPortraitProps) {
  const paper = (
    <svg
      className={classNames(styles.portrait, styles[props.size], props.className)}
      viewBox="0 0 200 230"
      aria-hidden="true"
      focusable="false"
    />
  );
  return (
    <Suspense fallback={paper}>
      <ScentPortrait {...props} />
    </Suspense>
  );
}
