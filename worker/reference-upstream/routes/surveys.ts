import { Hono } from "hono";
import type { App } from "../app.ts";

export const surveys = new Hono<App>({ strict: false });
