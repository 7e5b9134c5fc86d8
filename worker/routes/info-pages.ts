import { Hono } from "hono";
import { isInfoContext } from "#contract/screens";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { readInfoPage } from "../store/content.ts";

export const infoPages = new Hono<App>();

infoPages.get("/:context", async (c) => {
  const context = c.req.param("context");
  if (!isInfoContext(context)) throw new ShopError("not_found");
  const page = await readInfoPage(c.get("deps"), context);
  if (!page.isPublished) throw new ShopError("not_found");
  return c.json(page, 200, { "Cache-Control": "public, max-age=30" });
});
