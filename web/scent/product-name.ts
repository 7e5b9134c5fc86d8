import type { Product } from "#contract/product";

type Named = Pick<Product, "id" | "product_id" | "product_name"> & { product_number?: string };

/** Null where the upstream repeats the number or the id as the name. */
export function ownName({ id, product_id, product_number, product_name }: Named): string | null {
  const name = product_name.trim();
  return name === "" || [id, product_id, product_number].includes(name) ? null : name;
}

export function shownName(product: Named): string {
  return ownName(product) ?? product.product_id;
}
