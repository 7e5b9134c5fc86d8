import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { App } from "../context.ts";
import { policy } from "../middleware/policy.ts";
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

/** `Age` counts the time in memory too, so that an edit shows within a minute. */
function contentFile(c: Context<App>, { value, ageSeconds }: Kept<ContentFile>): Response {
  c.header("ETag", value.etag);
  c.header("Cache-Control", `public, max-age=${browserSeconds}`);
  c.header("Age", String(Math.min(ageSeconds, browserSeconds)));
  if (hasTag(c.req.header("If-None-Match"), value.etag)) return c.body(null, 304);
  return c.body(value.bytes, 200, { "Content-Type": "application/json; charset=utf-8" });
}

/** A proxy that compresses the file marks the tag as weak. */
function hasTag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
  );
}
