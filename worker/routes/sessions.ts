import { Hono } from "hono";
import type { App } from "../context.ts";

export const sessions = new Hono<App>();
