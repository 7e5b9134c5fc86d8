/**
 * What an isolate knows of KV. An answer that memory has never waits for KV: an entry is used for CONTENT_MEMORY_SECONDS, and as
 * long again while it is read anew behind the answer. Requests share values, never each other's reads, which end with their request.
 */
import type { Deps } from "../deps.ts";

export type ContentPorts = Pick<Deps, "bindings" | "pageConfig" | "log" | "now" | "waitUntil">;

/** Browsers keep a text this long at most, counted from when it was read from KV. */
export const browserSeconds = 30;
/** KV's minimum. */
const edgeCacheSeconds = 30;
const slowAfterMs = 500;

interface Entry {
  /** As KV holds it; null for nothing. */
  published: string | null;
  value: unknown;
  /** Epoch milliseconds of the last answer of KV; 0 when it never gave one. */
  readAt: number;
  askedAt: number;
}

export interface Kept<Value> {
  /** The same object until something else is published. */
  value: Value;
  ageSeconds: number;
}

const entries = new Map<string, Entry>();

/** `make` is called when what is published differs from what memory has. */
export async function readKept<Value>(
  ports: ContentPorts,
  key: string,
  make: (published: string | null) => Value | Promise<Value>,
): Promise<Kept<Value>> {
  const now = ports.now();
  const memoryMs = ports.pageConfig.CONTENT_MEMORY_SECONDS * 1000;
  const known = entries.get(key);
  if (known !== undefined && now - known.askedAt < memoryMs) return keptOf<Value>(known, now);
  if (known !== undefined) known.askedAt = now;
  const read = update(ports, key, make);
  if (known !== undefined && now - known.readAt < 2 * memoryMs) {
    ports.waitUntil(read);
    return keptOf<Value>(known, now);
  }
  const late = new Promise<"late">((resolve) => setTimeout(resolve, slowAfterMs, "late"));
  const result = await Promise.race([read, late]);
  if (result === "late") {
    ports.waitUntil(read);
    ports.log.warn("content served from memory", { route: key, reason: "slow" });
  }
  const entry = entries.get(key) ?? {
    published: null,
    value: await make(null),
    readAt: 0,
    askedAt: now,
  };
  entries.set(key, entry);
  return keptOf<Value>(entry, now);
}

/** Never rejects: without an answer of KV the entry stays as it was. */
async function update(
  { bindings, log, now }: ContentPorts,
  key: string,
  make: (published: string | null) => unknown,
): Promise<void> {
  try {
    const published = await bindings.CONTENT.get(key, { type: "text", cacheTtl: edgeCacheSeconds });
    const known = entries.get(key);
    const isSame = known !== undefined && known.published === published;
    const value = isSame ? known.value : await make(published);
    entries.set(key, { published, value, readAt: now(), askedAt: now() });
  } catch (error) {
    log.warn("content served from memory", { route: key, reason: "failed", error });
  }
}

function keptOf<Value>({ value, readAt }: Entry, now: number): Kept<Value> {
  // Only `make` of the same key has put it there.
  return { value: value as Value, ageSeconds: Math.max(0, Math.floor((now - readAt) / 1000)) };
}
