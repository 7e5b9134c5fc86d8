import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { App } from "../context.ts";
import { policy } from "../middleware/policy.ts";
import { withConstantHeaders } from "../platform/constant-headers.ts";
import {
  type ContentFile,
  readInfoPage,
  readLocale,
  browserSeconds,
  type Kept,
} from "../store/content.ts";
import { isInfoContext } from "#contract/screens";
import { ShopError } from "../errors/shop-error.ts";
import { isLocale, namespaces } from "#contract/locales";

export const locales = new Hono<App>();

locales.get("/:lng/:file", async (c) => {
  const lng = c.req.param("lng");
  const namespace = namespaces.find((name) => `${name}.json` === c.req.param("file"));
  if (!isLocale(lng) || namespace === undefined) throw new ShopError("not_found");
  return contentFile(c, await readLocale(c.get("deps"), lng, namespace));
});

export const infoPages = new Hono<App>();

const named = z.object({ context: z.string() });

infoPages.get("/:context", policy({ who: "anyone", params: named }), async (c) => {
  const context = c.req.param("context");
  if (!isInfoContext(context)) throw new ShopError("not_found");
  const kept = await readInfoPage(c.get("deps"), context);
  if (!kept.value.page.isPublished) throw new ShopError("not_found");
  return contentFile(c, kept);
});

interface FileHeaders {
  whole: Headers;
  unchanged: Headers;
}

const headersOfFiles = new WeakMap<ContentFile, FileHeaders>();

function headersOf(file: ContentFile): FileHeaders {
  const known = headersOfFiles.get(file);
  if (known !== undefined) return known;
  const shared = { ETag: file.etag, "Cache-Control": `public, max-age=${browserSeconds}` };
  const made = {
    whole: withConstantHeaders({ ...shared, "Content-Type": "application/json; charset=utf-8" }),
    unchanged: withConstantHeaders(shared),
  };
  headersOfFiles.set(file, made);
  return made;
}

/** `Age` counts the time in memory too, so that an edit shows within a minute. */
function contentFile(c: Context<App>, { value, ageSeconds }: Kept<ContentFile>): Response {
  const { whole, unchanged } = headersOf(value);
  const answer = hasTag(c.req.header("If-None-Match"), value.etag)
    ? new Response(null, { status: 304, headers: unchanged })
    : new Response(value.bytes, { headers: whole });
  answer.headers.set("Age", String(Math.min(ageSeconds, browserSeconds)));
  return answer;
}

/** A proxy that compresses the file marks the tag as weak. */
function hasTag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
  );
}
