/**
 * Published content, read from KV. When KV lacks a text, is slow or down, or holds something broken, the copy shipped with this
 * version is used.
 */
import * as z from "zod/mini";
import { cleanInfoPage, infoPage, type InfoPage } from "#contract/info-page";
import type { Locale, Namespace } from "#contract/locales";
import type { InfoContext } from "#contract/screens";
import { withBrandFacts } from "../content/brand.ts";
import { shippedInfoPages, shippedLocales, type Messages } from "../content/shipped.ts";
import type { Bindings } from "../env.ts";
import type { Log } from "../platform/log.ts";
import { infoPageKey, localeKey } from "./keys.ts";

const slowAfterMs = 500;
/** The browser keeps it as long again, so an edit shows within a minute. KV's minimum is 30. */
const edgeCacheSeconds = 30;

interface Ports {
  bindings: Bindings;
  log: Log;
}

export interface LocaleFile {
  json: string;
  etag: string;
  messages: Messages;
}

const messages: z.ZodMiniType<Messages> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), messages])),
);

const made = new Map<string, { published: string | null; file: LocaleFile }>();

export async function readLocale(
  ports: Ports,
  locale: Locale,
  namespace: Namespace,
): Promise<LocaleFile> {
  const key = localeKey(locale, namespace);
  const published = await readKey(ports, key);
  const known = made.get(key);
  if (known?.published === published) return known.file;
  const merged = overlay(
    shippedLocales[locale][namespace],
    parsePublished(ports, key, published, messages) ?? {},
  );
  const json = withBrandFacts(JSON.stringify(merged));
  const file = { json, messages: z.parse(messages, JSON.parse(json)), etag: await etagOf(json) };
  made.set(key, { published, file });
  return file;
}

export async function readInfoPage(ports: Ports, context: InfoContext): Promise<InfoPage> {
  const key = infoPageKey(context);
  const published =
    parsePublished(ports, key, await readKey(ports, key), infoPage) ??
    infoPage.parse(shippedInfoPages[context]);
  return infoPage.parse(JSON.parse(withBrandFacts(JSON.stringify(cleanInfoPage(published)))));
}

async function readKey({ bindings, log }: Ports, key: string): Promise<string | null> {
  const late = new Promise<"late">((resolve) => setTimeout(resolve, slowAfterMs, "late"));
  const read = bindings.CONTENT.get(key, { type: "text", cacheTtl: edgeCacheSeconds }).then(
    (text) => ({ text }),
    (error: unknown) => ({ error }),
  );
  const result = await Promise.race([read, late]);
  if (result !== "late" && "text" in result) return result.text;
  log.warn(
    "content served from this version",
    result === "late"
      ? { route: key, reason: "slow" }
      : { route: key, reason: "failed", error: result.error },
  );
  return null;
}

function parsePublished<Schema extends z.ZodMiniType>(
  { log }: Ports,
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
    const above = Object.hasOwn(over, key) ? over[key] : undefined;
    if (typeof below === "string") merged[key] = typeof above === "string" ? above : below;
    else merged[key] = typeof above === "object" ? overlay(below, above) : below;
  }
  return merged;
}

async function etagOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(digest).subarray(0, 12), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return `"${hex}"`;
}
