import { Hono } from "hono";
import type { App } from "../context.ts";

export const payments = new Hono<App>();
