/** The stand-ins' own pages, only where both are bound. */
import { Hono, type Context } from "hono";
import { environments } from "#contract/payment";
import { configOf, type App } from "../context.ts";
import { mayAnswerAt, paymentEnvironment } from "../env.ts";

export const local = new Hono<App>();

local.all("/mail/*", (c, next) => standIn(c, "UPSTREAM") ?? next());
local.all("/mail.json", (c, next) => standIn(c, "UPSTREAM") ?? next());
/** Operators' calls to the upstream, which asks for the service token here too. */
local.all(
  "/service/*",
  (c, next) => standIn(c, "UPSTREAM", c.req.path.replace("/local/", "/api/v1/")) ?? next(),
);
local.all("/ecpay/*", (c, next) => standIn(c, "CASHIER") ?? next());

function standIn(c: Context<App>, name: "UPSTREAM" | "CASHIER", path = c.req.path) {
  const { CASHIER, [name]: worker } = c.env;
  const config = configOf(c.env);
  const isLocal = CASHIER !== undefined && environments[paymentEnvironment(config)].isLocal;
  if (!isLocal || worker === undefined || !mayAnswerAt(config, () => new URL(c.req.url)))
    return null;
  return worker.fetch(
    path === c.req.path ? c.req.raw : new Request(new URL(path, c.req.url), c.req.raw),
  );
}
