import { Hono } from "hono";
import type { App } from "../context.ts";

export const local = new Hono<App>();
