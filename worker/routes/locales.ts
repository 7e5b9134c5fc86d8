import { Hono } from "hono";
import { isLocale, namespaces } from "#contract/locales";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { readLocale } from "../store/content.ts";
import { contentFile } from "./content-file.ts";

export const locales = new Hono<App>();

locales.get("/:lng/:file", async (c) => {
  const lng = c.req.param("lng");
  const namespace = namespaces.find((name) => `${name}.json` === c.req.param("file"));
  if (!isLocale(lng) || namespace === undefined) throw new ShopError("not_found");
  return contentFile(c, await readLocale(c.get("deps"), lng, namespace));
});
