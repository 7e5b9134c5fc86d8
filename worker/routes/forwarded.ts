import { Hono } from "hono";
import type { App } from "../context.ts";

export const forwarded = new Hono<App>();
