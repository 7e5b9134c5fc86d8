import { Hono } from "hono";
import type { App } from "../context.ts";

export const health = new Hono<App>();
