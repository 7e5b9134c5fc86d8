import { Hono } from "hono";
import { isInfoContext } from "#contract/screens";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { readInfoPage } from "../store/content.ts";
import { contentFile } from "./content-file.ts";

export const infoPages = new Hono<App>();

infoPages.get("/:context", async (c) => {
  const context = c.req.param("context");
  if (!isInfoContext(context)) throw new ShopError("not_found");
  const kept = await readInfoPage(c.get("deps"), context);
  if (!kept.value.page.isPublished) throw new ShopError("not_found");
  return contentFile(c, kept);
});
