/**
 * Published content, read from KV through the isolate's memory. When KV lacks a text, or holds something broken, the copy shipped
 * with this version is used; when KV is slow or down, what memory has.
 */
import * as z from "zod/mini";
import { workCalendar, type WorkCalendar } from "#contract/delivery";
import { cleanInfoPage, infoPage, type InfoPage } from "#contract/info-page";
import type { Locale, Namespace } from "#contract/locales";
import type { InfoContext } from "#contract/screens";
import { withBrandFacts } from "../content/brand.ts";
import {
  shippedInfoPages,
  shippedLocales,
  shippedWorkCalendar,
  type Messages,
} from "../content/shipped.ts";
import { readKept, type ContentPorts, type Kept } from "./content-memory.ts";
import { infoPageKey, localeKey, workCalendarKey } from "./keys.ts";

/** Its JSON in UTF-8, ready to be sent. */
export interface ContentFile {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

export interface LocaleFile extends ContentFile {
  messages: Messages;
}

export interface InfoFile extends ContentFile {
  page: InfoPage;
}

const messages: z.ZodMiniType<Messages> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), messages])),
);

export function readLocale(
  ports: ContentPorts,
  locale: Locale,
  namespace: Namespace,
): Promise<Kept<LocaleFile>> {
  const key = localeKey(locale, namespace);
  return readKept(ports, key, async (published) => {
    const merged = overlay(
      shippedLocales[locale][namespace],
      parsePublished(ports, key, published, messages) ?? {},
    );
    const json = withBrandFacts(JSON.stringify(merged));
    return { ...(await fileOf(json)), messages: z.parse(messages, JSON.parse(json)) };
  });
}

export function readInfoPage(ports: ContentPorts, context: InfoContext): Promise<Kept<InfoFile>> {
  const key = infoPageKey(context);
  return readKept(ports, key, async (published) => {
    const text =
      parsePublished(ports, key, published, infoPage) ?? infoPage.parse(shippedInfoPages[context]);
    const json = withBrandFacts(JSON.stringify(cleanInfoPage(text)));
    return { ...(await fileOf(json)), page: infoPage.parse(JSON.parse(json)) };
  });
}

/** Which days count as working days in Taiwan. */
export async function readWorkCalendar(ports: ContentPorts): Promise<WorkCalendar> {
  const { value } = await readKept(
    ports,
    workCalendarKey,
    (published) =>
      parsePublished(ports, workCalendarKey, published, workCalendar) ??
      z.parse(workCalendar, shippedWorkCalendar),
  );
  return value;
}

function parsePublished<Schema extends z.ZodMiniType>(
  { log }: ContentPorts,
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

async function fileOf(json: string): Promise<ContentFile> {
  const bytes = new TextEncoder().encode(json) as Uint8Array<ArrayBuffer>;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const hex = Array.from(new Uint8Array(digest).subarray(0, 12), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return { bytes, etag: `"${hex}"` };
}
