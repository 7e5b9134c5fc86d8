import { Hono } from "hono";
import type { App } from "../context.ts";

export const documents = new Hono<App>();
