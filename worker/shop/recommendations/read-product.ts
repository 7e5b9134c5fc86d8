import { product, productNotes, type Product, type ProductNotes } from "#contract/product";
import type { Deps } from "../../deps.ts";
import { getNotes, getProduct } from "../../upstream/products.ts";
import { readPublic } from "../../upstream/public-read.ts";

const notesRoute = { path: "/perfume-note/by_product/{productId}", endpoint: getNotes } as const;
const productRoute = { path: "/products/{id}", endpoint: getProduct } as const;

export async function readNotes(deps: Deps, productId: string): Promise<ProductNotes> {
  const stored = await readPublic(deps, notesRoute, { params: { productId } });
  return productNotes.parse(JSON.parse(stored));
}

export async function readProduct(deps: Deps, id: string): Promise<Product> {
  return product.parse(JSON.parse(await readPublic(deps, productRoute, { params: { id } })));
}
