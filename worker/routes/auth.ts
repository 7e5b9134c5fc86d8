import { Hono } from "hono";
import type { App } from "../context.ts";

export const auth = new Hono<App>();
