import { useProductNotes } from "../api/products.ts";
import { LazyPortrait } from "./LazyPortrait.tsx";

interface ProductPortraitProps {
  productId: string;
  size: "thumb" | "card" | "hero";
}

/** Keeps its space while the notes are loading. */
export function ProductPortrait({ productId, size }: ProductPortraitProps) {
  const { data: notes } = useProductNotes(productId);
  return (
    <LazyPortrait
      productId={productId}
      notes={notes ?? { top: [], middle: [], back: [] }}
      size={size}
    />
  );
}
