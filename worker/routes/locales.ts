import { Hono } from "hono";
import { isLocale, namespaces } from "#contract/locales";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { readLocale } from "../store/content.ts";

export const locales = new Hono<App>();

locales.get("/:lng/:file", async (c) => {
  const lng = c.req.param("lng");
  const namespace = namespaces.find((name) => `${name}.json` === c.req.param("file"));
  if (!isLocale(lng) || namespace === undefined) throw new ShopError("not_found");
  const { json, etag } = await readLocale(c.get("deps"), lng, namespace);
  const headers = { ETag: etag, "Cache-Control": "public, max-age=30" };
  if (hasTag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
  return c.body(json, 200, { ...headers, "Content-Type": "application/json; charset=utf-8" });
});

/** A proxy that compresses the file marks the tag as weak. */
function hasTag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
  );
}
