/** The stand-ins' own pages, where both are bound. Anywhere else nobody knows these addresses. */
import { Hono, type Context } from "hono";
import { configOf, type App } from "../context.ts";

export const local = new Hono<App>();

local.all("/mail/*", (c, next) => standIn(c, "UPSTREAM") ?? next());
local.all("/mail.json", (c, next) => standIn(c, "UPSTREAM") ?? next());
local.all("/ecpay/*", (c, next) => standIn(c, "CASHIER") ?? next());

function standIn(c: Context<App>, name: "UPSTREAM" | "CASHIER"): Promise<Response> | null {
  const { CASHIER, [name]: worker } = c.env;
  const isLocal = CASHIER !== undefined && configOf(c.env).ECPAY_ENVIRONMENT === "stand-in";
  return isLocal && worker !== undefined ? worker.fetch(c.req.raw) : null;
}
