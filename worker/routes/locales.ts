import { Hono } from "hono";
import type { App } from "../context.ts";

export const locales = new Hono<App>();
