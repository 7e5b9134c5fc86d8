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
import { buildResult } from "../shop/payments/build-result.ts";
import { recordNotice } from "../shop/payments/record-notice.ts";
import { readResult } from "../shop/payments/result-token.ts";

const message = { who: "anyone", sender: "gateway", rate: "uncounted", text: [formType] } as const;

export const payments = new Hono<App>();

for (const provider of paymentProviders) {
  const { notice, shopperReturn } = adapters[provider].messages;
  payments.route(notice, notices(provider));
  payments.post(shopperReturn, policy(message), async (c) => {
    const { locale, token } = await buildResult(c.var.deps, provider, await c.req.text());
    const query = token === null ? "" : `?${new URLSearchParams({ ...token })}`;
    return c.redirect(`/${locale}/${screens.paymentResult.path}${query}`, 303);
  });
}

/** Notices of the gateway's server, which reads only the exact acknowledgement. */
function notices(provider: PaymentProvider) {
  const app = new Hono<App>({ strict: false });
  app.post("/", policy(message), async (c) => {
    const { deps } = c.var;
    const { acknowledgement, refusal, probe } = deps.payments[provider];
    const outcome = await recordNotice(deps, provider, await c.req.text());
    if (outcome === "refused") return c.text(refusal, 400);
    return c.text(outcome === "probed" ? probe.answer : acknowledgement);
  });
  app.onError((error, c) => {
    const isRefused = error instanceof ShopError && error.status < 500;
    if (!isRefused) return onError(error, c);
    return c.text(c.var.deps.payments[provider].refusal, error.status as ContentfulStatusCode);
  });
  return app;
}

const resultQuery = z.strictObject({
  data: z._default(z.string(), ""),
  sig: z._default(z.string(), ""),
});

const resultRow = { who: "anyone", rate: "uncounted", query: resultQuery } as const;

payments.get("/result", policy(resultRow), async (c) => {
  const { config, now } = c.var.deps;
  const result = await readResult(config, c.req.valid("query"), now());
  if (result === null) throw new ShopError("result_invalid");
  return c.json(result);
});
