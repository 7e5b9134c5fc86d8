import { Hono } from "hono";
import type { App } from "../app.ts";

export const products = new Hono<App>({ strict: false });
export const perfumeNotes = new Hono<App>({ strict: false });
