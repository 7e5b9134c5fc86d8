/**
 * Keeps the list of all fragrances, which no call of the upstream gives: each of SCENT_IDS is read
 * once a day, one language a minute. What cannot be read stays as it was.
 */
import { locales, type Locale } from "#contract/locales";
import type { Product, ProductNotes } from "#contract/product";
import { scentList, type ListedScent } from "#contract/scent";
import type { Deps } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { parsePublished } from "../../store/content.ts";
import { scentsKey, scentsPrefix } from "../../store/keys.ts";
import { getNotes, getProduct } from "../../upstream/products.ts";
import { orAbsent } from "./read-scent.ts";

const freshMs = 86_400_000;
const againMs = 3_600_000;
/** The runtime opens six connections at once. */
const mostAtOnce = 6;
/** Alarms are raised behind this, and wait no longer for a slow upstream. */
const mostMs = 20_000;

/** Metadata of each list: a minute in which none is due reads no list. */
interface Stamp {
  /** Epoch milliseconds: when it is read anew. */
  dueAt: number;
  /** A hash, since metadata may be of 1 kB and the variable with the ids is of 5. */
  ids: string;
}

export async function listScents(deps: Deps): Promise<void> {
  const { CONTENT } = deps.bindings;
  const { SCENT_IDS } = deps.config;
  if (SCENT_IDS.length === 0) return;
  const ids = await sha256Hex(SCENT_IDS.join(" "));
  const { keys } = await CONTENT.list<Stamp>({ prefix: scentsPrefix });
  const locale = locales.find((one) => {
    const stamp = keys.find(({ name }) => name === scentsKey(one))?.metadata;
    return stamp === undefined || stamp.dueAt <= deps.now() || stamp.ids !== ids;
  });
  if (locale === undefined) return;
  const key = scentsKey(locale);
  const before = parsePublished(deps, key, await CONTENT.get(key), scentList)?.data ?? [];
  const { data, dueAt } = await readAll(deps, locale, before);
  await CONTENT.put(key, JSON.stringify({ data }), { metadata: { dueAt, ids } satisfies Stamp });
}

async function readAll(deps: Deps, locale: Locale, before: readonly ListedScent[]) {
  const ids = deps.config.SCENT_IDS;
  const known = new Map(before.map((scent) => [scent.id, scent]));
  const endsAt = deps.now() + mostMs;
  let unread = 0;
  // Those that nobody has read yet come first: the time may not suffice for all.
  const next = ids.toSorted((a, b) => Number(known.has(a)) - Number(known.has(b))).values();
  const reader = async () => {
    for (const id of next) {
      const scent = deps.now() < endsAt ? await tryOne(deps, locale, id) : "unread";
      if (scent === "unread") unread += 1;
      else if (scent === null) known.delete(id);
      else known.set(id, scent);
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, reader));
  const data = ids.flatMap((id) => known.get(id) ?? []);
  return { data, dueAt: deps.now() + (unread > 0 ? againMs : freshMs) };
}

async function tryOne(deps: Deps, locale: Locale, id: string) {
  try {
    return await orAbsent(readOne(deps, locale, id));
  } catch (error) {
    deps.log.warn("a fragrance could not be read", { error });
    return "unread";
  }
}

/** Past the edge's cache, whose answers may be a day old as well. */
async function readOne(deps: Deps, locale: Locale, id: string): Promise<ListedScent> {
  const [{ body: product }, notes] = await Promise.all([
    getProduct(deps.upstream, { params: { id }, locale, bearer: null }),
    orAbsent(getNotes(deps.upstream, { params: { productId: id }, locale, bearer: null })),
  ]);
  return listed(product, notes?.body ?? { product_id: id, top: [], middle: [], back: [] });
}

const longestLine = 80;

export function listed(product: Product, notes: ProductNotes): ListedScent {
  const { id, product_name: name, description, wearing } = product;
  const story = description?.trim() ?? "";
  const [sentence = ""] = /^.+?(?:[。！？]|[.!?](?=\s)|$)/su.exec(story) ?? [];
  const line = story.length <= longestLine ? story : sentence;
  const { product_id: _, ...held } = notes;
  return { id, name, line: line || null, seasons: wearing?.seasons ?? [], ...held };
}
