import { Hono } from "hono";
import type { App } from "../app.ts";

export const productAddons = new Hono<App>({ strict: false });
export const reorderSettings = new Hono<App>({ strict: false });
export const productPricing = new Hono<App>({ strict: false });
