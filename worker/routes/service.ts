import { Hono, type MiddlewareHandler } from "hono";
import type { ShopConfig, Health } from "#contract/config";
import { setPriceTwd } from "#contract/money";
import { paymentProviders, usualProvider, environments } from "#contract/payment";
import type { WorkCalendar } from "#contract/delivery";
import { type App, configOf } from "../context.ts";
import type { Deps } from "../deps.ts";
import { mayAnswerAt } from "../env.ts";
import { policy } from "../middleware/policy.ts";
import { readWorkCalendar } from "../store/content.ts";
import { isWell, look } from "../shop/health/look.ts";
import { ShopError } from "../errors/shop-error.ts";
import { atMostAMinute } from "../middleware/request-line.ts";

export const config = new Hono<App>();

/** By the one part of it that can change while the Worker runs: its JSON is most of its cost. */
const made = new WeakMap<WorkCalendar, string>();

config.get("/", policy({ who: "anyone" }), async (c) => {
  const calendar = await readWorkCalendar(c.var.deps);
  const json = made.get(calendar) ?? JSON.stringify(answerOf(c.var.deps, calendar));
  made.set(calendar, json);
  return c.body(json, 200, { "Content-Type": "application/json" });
});

function answerOf({ config: settings, payments }: Deps, calendar: WorkCalendar): ShopConfig {
  return {
    survey_id: settings.SURVEY_ID,
    description_question_id: settings.DESCRIPTION_QUESTION_ID,
    label_category_id: settings.LABEL_CATEGORY_ID,
    concentration_items: settings.CONCENTRATION_ITEM_IDS,
    bottle_items: settings.BOTTLE_ITEM_IDS,
    ecpay_environment: settings.ECPAY_ENVIRONMENT,
    pay_types: paymentProviders.filter((provider) => payments[provider].isOffered),
    set_price: setPriceTwd,
    payable_twd: payments[usualProvider].payableTwd,
    delivery: { preparing: settings.PREPARING_DAYS, transit: settings.TRANSIT_DAYS, calendar },
  };
}

export const health = new Hono<App>();

/** Answers of the last seconds are cached, since a check costs several reads upstream. */
const cachedMs = 10_000;
const cached = new WeakMap<object, { at: number; seen: Health }>();

health.get("/", policy({ who: "anyone", rate: "uncounted" }), async (c) => {
  const { deps } = c.var;
  const { bindings, now } = deps;
  let last = cached.get(bindings);
  if (last === undefined || now() - last.at >= cachedMs) {
    last = { at: now(), seen: await look(deps) };
    cached.set(bindings, last);
  }
  return c.json(last.seen, isWell(deps, last.seen) ? 200 : 503);
});

const reportTypes = ["application/csp-report", "application/reports+json"] as const;

/** `report-to` sends a list, `report-uri` one object. The sample of the content is never read. */
export function violationOf(json: unknown) {
  const body = Array.isArray(json)
    ? json.find((report) => report?.type === "csp-violation")?.body
    : Object(json)["csp-report"];
  if (typeof body !== "object" || body === null) return null;
  const text = (...names: string[]) =>
    names.map((name): unknown => body[name]).find((value) => typeof value === "string") ?? "";
  const document = text("document-uri", "documentURL");
  const directive = text("effective-directive", "violated-directive", "effectiveDirective");
  return {
    directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? "unknown",
    blocked: withoutQuery(text("blocked-uri", "blockedURL")).slice(0, 200),
    document: URL.canParse(document) ? new URL(document).pathname.slice(0, 200) : "unknown",
  };
}

function withoutQuery(address: string): string {
  if (/^[a-z-]{1,40}$/.test(address)) return address;
  if (!URL.canParse(address)) return "unknown";
  const { protocol, origin, pathname } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? origin + pathname : protocol;
}

export const cspReports = new Hono<App>({ strict: false });

const hasRoom = atMostAMinute(10);
const report = { who: "anyone", sender: "browser", rate: "uncounted", text: reportTypes } as const;

cspReports.post("/", policy(report), async (c) => {
  const violation = violationOf(await c.req.json().catch(() => null));
  if (violation === null) throw new ShopError("malformed_request");
  const { deps } = c.var;
  if (hasRoom("csp", deps.now())) deps.log.warn("csp.violation", { ...violation });
  return c.body(null, 204);
});

export const local = new Hono<App>();

local.all("/mail/*", standIn("UPSTREAM"));
local.all("/mail.json", standIn("UPSTREAM"));
/** Operators' calls to the upstream, which asks for the service token here too. */
local.all("/service/*", standIn("UPSTREAM", "/api/v1/"));
local.all("/ecpay/*", standIn("CASHIER"));

function standIn(name: "UPSTREAM" | "CASHIER", below = "/local/"): MiddlewareHandler<App> {
  return async (c, next) => {
    const { CASHIER, [name]: worker } = c.env;
    const settings = configOf(c.env);
    const url = new URL(c.req.url);
    const isLocal = CASHIER !== undefined && environments[settings.ECPAY_ENVIRONMENT].isLocal;
    if (!isLocal || worker === undefined || !mayAnswerAt(settings, c.req.url)) return next();
    url.pathname = url.pathname.replace("/local/", below);
    return worker.fetch(new Request(url, c.req.raw));
  };
}
