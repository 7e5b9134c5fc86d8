import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { acknowledgement } from "#ecpay/vocabulary";
import { screens } from "#contract/screens";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { onError } from "../middleware/error-handler.ts";
import { formText } from "../middleware/validate.ts";
import { buildResult } from "../shop/payments/build-result.ts";
import { recordNotice } from "../shop/payments/record-notice.ts";
import { readResult } from "../shop/payments/result-token.ts";

const maxNoticeBytes = 8 * 1024;
const refusal = "0|invalid";

/** ReturnURL. Its reader is a machine that looks for one exact text. */
const notify = new Hono<App>({ strict: false });
notify.post("/", formText(maxNoticeBytes), async (c) => {
  const outcome = await recordNotice(c.get("deps"), await c.req.text());
  return outcome === "acknowledged" ? c.text(acknowledgement) : c.text(refusal, 400);
});
notify.onError((error, c) => {
  const isRefused = error instanceof ShopError && error.status < 500;
  return isRefused ? c.text(refusal, error.status as ContentfulStatusCode) : onError(error, c);
});

export const payments = new Hono<App>();
payments.route("/ecpay/notify", notify);

/** OrderResultURL. */
payments.post("/ecpay/return", formText(maxNoticeBytes), async (c) => {
  const { locale, token } = await buildResult(c.get("deps"), await c.req.text());
  const query = token === null ? "" : `?${new URLSearchParams({ ...token })}`;
  return c.redirect(`/${locale}/${screens.paymentResult.path}${query}`, 303);
});

payments.get("/result", async (c) => {
  const { config, now } = c.get("deps");
  const result = await readResult(config, { data: c.req.query("data") ?? "", sig: c.req.query("sig") ?? "" }, now());
  if (result === null) throw new ShopError("result_invalid");
  return c.json(result);
});
