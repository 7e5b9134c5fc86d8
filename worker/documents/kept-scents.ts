/**
 * Fragrances that this isolate has read for documents. One is used for five minutes, and read anew behind the answer afterwards, so
 * that a document waits for the upstream once; the same object stands for the same facts, which `KeptAnswers` compares.
 */
import type { Scent } from "#contract/scent";
import type { Deps } from "../deps.ts";
import { isKnownScent, type FoundScent } from "./scent-html.ts";

const freshMs = 300_000;
/** Three languages of a catalogue several times the reference upstream's size would not fit: the one read first goes. */
const most = 600;

interface Kept {
  scent: Scent;
  /** As one text, to see whether it changed. */
  json: string;
  readAt: number;
}
const kept = new Map<string, Kept>();
/** Addresses that strangers make up cost the upstream two calls a minute each, not each time. */
const unknownUntil = new Map<string, number>();
const unknownMs = 60_000;
const mostUnknown = 1_000;

/** @param read - never rejects. */
export async function findScent(
  { now, waitUntil }: Pick<Deps, "now" | "waitUntil">,
  key: string,
  read: () => Promise<FoundScent>,
): Promise<FoundScent> {
  const known = kept.get(key);
  if (known === undefined)
    return (unknownUntil.get(key) ?? 0) > now() ? "unknown" : keep(key, await read(), now());
  if (now() - known.readAt > freshMs) {
    known.readAt = now();
    waitUntil(read().then((found) => keep(key, found, now())));
  }
  return known.scent;
}

/** What is unread is not kept; a fragrance that was taken back is dropped. */
function keep(key: string, found: FoundScent, readAt: number): FoundScent {
  if (found === "unknown") {
    kept.delete(key);
    if (unknownUntil.size >= mostUnknown) unknownUntil.clear();
    unknownUntil.set(key, readAt + unknownMs);
  }
  if (!isKnownScent(found)) return found;
  const json = JSON.stringify(found);
  const before = kept.get(key);
  const scent = before?.json === json ? before.scent : found;
  kept.delete(key);
  kept.set(key, { scent, json, readAt });
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
  return scent;
}
