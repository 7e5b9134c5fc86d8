/** Vectors of the catalogue: computed once after seeding, kept in D1, never mixed with those of another model or text. */
import { eq, sql } from "drizzle-orm";
import type { Database } from "../app.ts";
import { allFragrances, notesOf } from "../catalogue.ts";
import { locales } from "../wire.ts";
import { productVectors } from "../store/schema.ts";
import { embed, embeddingModel, type EmbeddingBinding } from "./model.ts";

const texts = new Map(allFragrances.map((fragrance) => [fragrance.id, textOf(fragrance.id)]));
/** Changes with the model and with any text; rows of other versions are ignored. */
const vectorVersion = `${embeddingModel}/${digestOf([...texts.values()].join("\n"))}`;

const textsInOneCall = 50;
const rowsInOneStatement = 25;
const timeoutMs = 20_000;

export async function makeProductVectors(
  db: Database,
  ai: EmbeddingBinding,
  now: number,
): Promise<void> {
  const [known] = await db
    .select({ count: sql<number>`count(*)` })
    .from(productVectors)
    .where(eq(productVectors.version, vectorVersion));
  if ((known?.count ?? 0) >= texts.size) return;
  const all = [...texts];
  for (let from = 0; from < all.length; from += textsInOneCall) {
    const part = all.slice(from, from + textsInOneCall);
    const vectors = await embed(
      ai,
      part.map(([, text]) => text),
      now,
      timeoutMs,
    );
    if (vectors === null) return;
    const rows = part.map(([productId], at) => ({
      productId,
      version: vectorVersion,
      vector: encode(vectors[at]),
    }));
    for (let row = 0; row < rows.length; row += rowsInOneStatement)
      await db
        .insert(productVectors)
        .values(rows.slice(row, row + rowsInOneStatement))
        .onConflictDoNothing();
  }
}

const read = new WeakMap<D1Database, ReadonlyMap<string, Float32Array>>();

/** Null until every product has its vector. */
export async function readProductVectors(
  database: D1Database,
  db: Database,
): Promise<ReadonlyMap<string, Float32Array> | null> {
  const remembered = read.get(database);
  if (remembered !== undefined) return remembered;
  const rows = await db
    .select()
    .from(productVectors)
    .where(eq(productVectors.version, vectorVersion));
  if (rows.length < texts.size) return null;
  const vectors = new Map(rows.map(({ productId, vector }) => [productId, decode(vector)]));
  read.set(database, vectors);
  return vectors;
}

/** One vector serves all three languages, since the model is multilingual. */
function textOf(id: string): string {
  const fragrance = allFragrances.find((one) => one.id === id);
  return locales
    .map((locale) => {
      const notes = notesOf(id, locale);
      const names =
        notes === null
          ? []
          : [...notes.top, ...notes.middle, ...notes.back].map((note) => note.raw_material.name);
      return `${fragrance?.name[locale]}: ${fragrance?.description[locale]} ${names.join(", ")}`;
    })
    .join("\n");
}

/** FNV-1a, to detect changed texts. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

function encode(vector: Float32Array | undefined): string {
  const bytes = new Uint8Array((vector ?? new Float32Array()).buffer);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function decode(text: string): Float32Array {
  return new Float32Array(
    Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer,
  );
}
