import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { paymentProviders, type PaymentProvider } from "#contract/payment";
import { screens } from "#contract/screens";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { onError } from "../middleware/error-handler.ts";
import { policy } from "../middleware/policy.ts";
import { formType } from "../middleware/validate.ts";
import { adapters } from "../payments/methods.ts";
import { buildResult, readResult } from "../shop/payments/build-result.ts";
import { recordNotice } from "../shop/payments/record-notice.ts";

const message = { who: "anyone", sender: "gateway", rate: "uncounted", text: [formType] } as const;

export const payments = new Hono<App>();

const anyQuery = z.record(z.string(), z.string());
const returns = { GET: policy({ who: "anyone", query: anyQuery }), POST: policy(message) };

for (const provider of paymentProviders) {
  const { notice, shopperReturn, returnsBy } = adapters[provider].messages;
  if (notice !== undefined) payments.route(notice, noticesOf(provider));
  payments.on(returnsBy, shopperReturn, returns[returnsBy], async (c) => {
    const said = returnsBy === "GET" ? new URL(c.req.url).search.slice(1) : await c.req.text();
    const { locale, token } = await buildResult(c.var.deps, provider, said);
    const query = token === null ? "" : `?${new URLSearchParams({ ...token })}`;
    return c.redirect(`/${locale}/${screens.paymentResult.path}${query}`, 303);
  });
}

/** Notices of the gateway's server, which reads only the exact acknowledgement. */
function noticesOf(provider: PaymentProvider) {
  const app = new Hono<App>({ strict: false });
  app.post("/", policy(message), async (c) => {
    const { deps } = c.var;
    const { notices } = deps.payments[provider];
    if (notices === undefined) throw new ShopError("not_found");
    const outcome = await recordNotice({ deps, provider }, notices, await c.req.text());
    if (outcome === "refused") return c.text(notices.refusal, 400);
    return c.text(outcome === "probed" ? notices.probe.answer : notices.acknowledgement);
  });
  app.onError((error, c) => {
    if (!(error instanceof ShopError) || error.status >= 500) return onError(error, c);
    const { notices } = c.var.deps.payments[provider];
    return c.text(notices?.refusal ?? "", error.status as ContentfulStatusCode);
  });
  return app;
}

const text = z._default(z.string(), "");
const resultQuery = z.strictObject({ data: text, sig: text });
const resultRow = { who: "anyone", rate: "uncounted", query: resultQuery } as const;

payments.get("/result", policy(resultRow), async (c) => {
  const { config, now } = c.var.deps;
  const result = await readResult(config, c.req.valid("query"), now());
  if (result === null) throw new ShopError("result_invalid");
  return c.json(result);
});
