import { Hono } from "hono";
import type { App } from "../app.ts";

export const rawMaterials = new Hono<App>({ strict: false });
