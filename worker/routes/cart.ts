import { Hono } from "hono";
import type { App } from "../context.ts";

export const cart = new Hono<App>();
