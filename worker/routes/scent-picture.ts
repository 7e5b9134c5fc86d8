/** The picture that messengers show beside a link to a fragrance. */
import type { Context } from "hono";
import { fallbackLocale } from "#contract/locales";
import { screenOfPath } from "#contract/screens";
import type { ProductNotes } from "#contract/product";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import { isKnownScent } from "../documents/scent-html.ts";
import { ShopError } from "../errors/shop-error.ts";
import type { Sheet } from "../pictures/canvas.ts";
import { paintPortrait } from "../pictures/paint-portrait.ts";
import { decodePng, encodePng } from "../pictures/png.ts";
import { version } from "../platform/build.ts";
import { scentOf } from "./scent-document.ts";

const forADay = { "Content-Type": "image/png", "Cache-Control": "public, max-age=86400" };

/** Painted once for each place and version: whoever asks for all of them costs no more than the first who did. */
export async function scentPicture(c: Context<App>, id: string): Promise<Response> {
  const deps = c.get("deps");
  if (screenOfPath(`scent/${id}`) === null) throw new ShopError("not_found");
  const key = `${deps.publicOrigin}/scent-pictures/${id}.png?~version=${version}`;
  const painted = await caches.default.match(key);
  if (painted !== undefined) return new Response(painted.body, { headers: forADay });
  const scent = await scentOf(c, fallbackLocale, id);
  if (!isKnownScent(scent))
    throw new ShopError(scent === "unknown" ? "not_found" : "upstream_unavailable");
  const png = await pictureOf(deps, id, scent.notes);
  const answer = new Response(png, { headers: forADay });
  deps.waitUntil(caches.default.put(key, answer.clone()));
  return answer;
}

async function pictureOf(
  deps: Deps,
  id: string,
  notes: ProductNotes,
): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = await cardWithoutPortrait(deps);
  paintPortrait(sheet, id, notes);
  return encodePng(sheet);
}

/** Files of a deployed version never change. */
let blank: Sheet | null = null;

/** The shop's card for a page of no fragrance in particular: paper and name. */
async function cardWithoutPortrait(deps: Deps): Promise<Sheet> {
  blank ??= await readCard(deps);
  return { ...blank, pixels: blank.pixels.slice() };
}

async function readCard({ bindings, publicOrigin }: Deps): Promise<Sheet> {
  const file = await bindings.ASSETS.fetch(new Request(new URL("/og/scent.png", publicOrigin)));
  const card = await decodePng(new Uint8Array(await file.arrayBuffer()));
  if (card === null) throw new ShopError("internal");
  return card;
}
