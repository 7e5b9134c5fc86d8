import { useProductNotes } from "../api/products.ts";
import { ScentPortrait } from "./ScentPortrait.tsx";

interface ProductPortraitProps {
  productId: string;
  size: "thumb" | "card" | "hero";
}

/** The portrait of a product known by its id alone; its space is kept while the notes are on their way. */
export function ProductPortrait({ productId, size }: ProductPortraitProps) {
  const { data: notes } = useProductNotes(productId);
  return <ScentPortrait productId={productId} notes={notes ?? { top: [], middle: [], back: [] }} size={size} />;
}
