import { useProductNotes } from "../api/products.ts";
import { tintOf, usePageTint } from "./pigments.ts";

/** For a page that is about this product's scent but has no large portrait of it. */
export default function PageTint({ productId }: { productId: string | undefined }) {
  const { data: notes } = useProductNotes(productId ?? null);
  usePageTint(notes && tintOf(notes));
  return null;
}
