import { Hono } from "hono";
import type { App } from "../context.ts";

export const config = new Hono<App>();
