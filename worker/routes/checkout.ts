import { Hono } from "hono";
import type { App } from "../context.ts";

export const checkout = new Hono<App>();
