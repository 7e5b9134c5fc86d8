import { Hono } from "hono";
import type { App } from "../context.ts";

export const infoPages = new Hono<App>();
