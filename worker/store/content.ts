/** Where KV lacks a text or holds something broken, the copy shipped with this version is used. */
import * as z from "zod/mini";
import { workCalendar, type WorkCalendar } from "#contract/delivery";
import { cleanInfoPage, infoPage, type InfoPage } from "#contract/info-page";
import { fallbackLocale, locales, type Locale, type Namespace } from "#contract/locales";
import { scentList } from "#contract/scent";
import type { InfoContext } from "#contract/screens";
import { withBrandFacts } from "../brand/brand.ts";
import { shippedInfoPages, shippedLocales, shippedWorkCalendar } from "../content/shipped.ts";
import type { Messages } from "../content/shipped.ts";
import { withEdits } from "../content/checks.ts";
import { sha256Hex } from "../platform/crypto.ts";
import { remembered, type Memory } from "../platform/remembered.ts";
import { deskKey, infoPageKey, localeKey, previewKey, scentsKey, workCalendarKey } from "./keys.ts";
import type { Deps } from "../deps.ts";

export type ContentPorts = Pick<
  Deps,
  "bindings" | "pageConfig" | "log" | "now" | "waitUntil" | "preview"
>;

/** Browsers keep a text this long at most, counted from when it was read from KV. */
export const browserSeconds = 30;
const edgeCacheSeconds = 30;
const slowAfterMs = 500;

interface Entry {
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

/**
 * Memory never waits for KV: an entry serves for CONTENT_MEMORY_SECONDS, and as long again while it
 * is read anew behind the answer. Requests share values, never reads, which end with their request.
 */
const entries = new Map<string, Entry>();

async function readKept<Value>(
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
  if ((await Promise.race([read, late])) === "late") {
    ports.waitUntil(read);
    ports.log.warn("content served from memory", { route: key, reason: "slow" });
  }
  const unread = { published: null, readAt: 0, askedAt: now };
  const entry = entries.get(key) ?? { ...unread, value: await make(null) };
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

export type ContentFile = Awaited<ReturnType<typeof fileOf>>;
export type InfoFile = Awaited<ReturnType<typeof readInfoPage>>["value"];
export type ScentsFile = Awaited<ReturnType<typeof readScents>>["value"];

const messages: z.ZodMiniType<Messages> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), messages])),
);

const notice = z.object({
  texts: z.record(z.enum(locales), z.string()),
  from: z.int(),
  until: z.int(),
  isAtCheckoutOnly: z.boolean(),
});

export const deskContent = z.object({
  notice: z._default(z.nullable(notice), null),
  isClosed: z._default(z.boolean(), false),
  /** By the key of their file, then by their own with dots. */
  texts: z._default(z.record(z.string(), z.record(z.string(), z.string())), {}),
  pages: z._default(z.record(z.string(), infoPage), {}),
});
export type DeskContent = z.infer<typeof deskContent>;

export async function readDesk(ports: ContentPorts): Promise<DeskContent> {
  const { preview, bindings } = ports;
  if (preview !== null && /^[0-9a-f]{32}$/.test(preview)) {
    const key = previewKey(preview);
    // In nobody's memory: it is one person's for an hour.
    const previewed = parsePublished(ports, key, await bindings.CONTENT.get(key), deskContent);
    if (previewed !== null) return previewed;
  }
  return (await readOr(ports, deskKey, deskContent, {})).value;
}

const readOr = <Schema extends z.ZodMiniType>(
  ports: ContentPorts,
  key: string,
  schema: Schema,
  shipped: unknown,
): Promise<Kept<z.output<Schema>>> => {
  const read = (text: string | null) => parsePublished(ports, key, text, schema);
  return readKept(ports, key, (published) => read(published) ?? z.parse(schema, shipped));
};

const madeTexts: Memory<ContentFile & { messages: Messages }> = new Map();
const madePages: Memory<ContentFile & { page: InfoPage }> = new Map();

/** Before the desk's edits. */
export async function publishedTexts(ports: ContentPorts, locale: Locale, namespace: Namespace) {
  const key = localeKey(locale, namespace);
  const shipped = shippedLocales[locale][namespace];
  return readKept(ports, key, (published) =>
    overlay(shipped, parsePublished(ports, key, published, messages) ?? {}),
  );
}

export async function readLocale(ports: ContentPorts, locale: Locale, namespace: Namespace) {
  const key = localeKey(locale, namespace);
  const published = publishedTexts(ports, locale, namespace);
  const [kept, { texts }] = await Promise.all([published, readDesk(ports)]);
  const edits = texts[key];
  const value = await remembered(madeTexts, key, [kept.value, edits], async () => {
    const json = withBrandFacts(JSON.stringify(withEdits(kept.value, edits ?? {})), locale);
    return { ...(await fileOf(json)), messages: z.parse(messages, JSON.parse(json)) };
  });
  return { ...kept, value };
}

export function publishedPage(ports: ContentPorts, context: InfoContext): Promise<Kept<InfoPage>> {
  return readOr(ports, infoPageKey(context), infoPage, shippedInfoPages[context]);
}

export async function readInfoPage(ports: ContentPorts, context: InfoContext) {
  const key = infoPageKey(context);
  const [kept, { pages }] = await Promise.all([publishedPage(ports, context), readDesk(ports)]);
  const edited = pages[key];
  const value = await remembered(madePages, key, [kept.value, edited], async () => {
    const text = cleanInfoPage(edited ?? kept.value);
    const json = withBrandFacts(JSON.stringify(text), fallbackLocale);
    return { ...(await fileOf(json)), page: infoPage.parse(JSON.parse(json)) };
  });
  return { ...kept, value };
}

export async function readWorkCalendar(ports: ContentPorts): Promise<WorkCalendar> {
  return (await readOr(ports, workCalendarKey, workCalendar, shippedWorkCalendar)).value;
}

/** All fragrances; none before the schedule has read them. */
export function readScents(ports: ContentPorts, locale: Locale) {
  const key = scentsKey(locale);
  return readKept(ports, key, async (published) => {
    const { data } = parsePublished(ports, key, published, scentList) ?? { data: [] };
    return { scents: data, ...(await fileOf(JSON.stringify({ data }))) };
  });
}

/** Null for nothing, and for what is broken, which is logged. */
export function parsePublished<Schema extends z.ZodMiniType>(
  { log }: Pick<ContentPorts, "log">,
  key: string,
  text: string | null,
  schema: Schema,
): z.output<Schema> | null {
  if (text === null) return null;
  try {
    return z.parse(schema, JSON.parse(text));
  } catch (error) {
    log.error("published content is broken", { route: key, error });
    return null;
  }
}

function overlay(base: Messages, over: Messages): Messages {
  const merged: Messages = { ...over, ...base };
  for (const [key, below] of Object.entries(base)) {
    const above = over[key];
    if (typeof below === "string") merged[key] = typeof above === "string" ? above : below;
    else merged[key] = typeof above === "object" ? overlay(below, above) : below;
  }
  return merged;
}

async function fileOf(json: string) {
  const bytes = new TextEncoder().encode(json) as Uint8Array<ArrayBuffer>;
  return { bytes, etag: `"${(await sha256Hex(json)).slice(0, 24)}"` };
}
