/**
 * A stand-in for ECPay's cashier. It checks what ECPay checks, lets a person choose the outcome and
 * notifies the shop as ECPay would. It never asks for a card and is in no production build.
 */
import { Hono, type Context } from "hono";
import { parseForm } from "../../payments/ecpay/notification.ts";
import { answerAction, captureOf } from "./card-actions.ts";
import { answerQuery } from "./answer-query.ts";
import { databaseOf, keysOf, payableOf, type App, type Trade } from "./app.ts";
import {
  stylesheet,
  submitScript,
  cashierPage,
  failurePage,
  leftPage,
  resultPage,
  tradesPage,
  languageOf,
  outcomes,
  type Language,
} from "./pages.ts";
import {
  codeOf,
  readOrder,
  type OrderProblem,
  findTradeByKey,
  latestActions,
  latestDeliveries,
  latestTrades,
  openTrade,
} from "./trades.ts";
import { channelOf, decideTrade, isAcknowledged, noticeOf, sendNotice } from "./notices.ts";

const app = new Hono<App>({ strict: false }).basePath("/local/ecpay");
app.use(async (c, next) => {
  await next();
  c.header("Cache-Control", "no-store");
  c.header("X-Content-Type-Options", "nosniff");
  // With `no-referrer` the post to the shop would carry the Origin `null`, unlike ECPay's.
  c.header("Referrer-Policy", "strict-origin-when-cross-origin");
  c.header("X-Frame-Options", "DENY");
  if (!c.res.headers.has("Content-Security-Policy"))
    c.header("Content-Security-Policy", contentPolicy());
});

/** `shop` is the one other origin that the page may post to. */
function contentPolicy(shop = ""): string {
  const scripts = "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'";
  return `${scripts}; form-action 'self' ${shop}; base-uri 'none'; frame-ancestors 'none'`;
}

app.get("/cashier.css", (c) =>
  c.body(stylesheet, 200, { "Content-Type": "text/css; charset=utf-8" }),
);
app.get("/submit.js", (c) =>
  c.body(submitScript, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
);

app.get("/", async (c) => {
  const db = databaseOf(c.env);
  return c.html(tradesPage(await latestTrades(db), await latestDeliveries(db)));
});

app.get("/trades.json", async (c) => {
  const db = databaseOf(c.env);
  const deliveries = await latestDeliveries(db);
  const actions = await latestActions(db);
  const trades = (await latestTrades(db)).map(({ key: _key, ...trade }) => ({
    ...trade,
    deliveries: deliveries
      .filter((delivery) => delivery.merchantTradeNo === trade.merchantTradeNo)
      .map((delivery) => ({
        status: delivery.status,
        answer: delivery.answer,
        acknowledged: isAcknowledged(delivery),
      })),
    capture: captureOf(trade, Date.now()),
    actions: actions
      .filter((action) => action.merchantTradeNo === trade.merchantTradeNo)
      .map(({ action, amountTwd, code }) => ({ action, amountTwd, code })),
  }));
  return c.json({ data: trades });
});

app.post("/Cashier/AioCheckOut/V5", async (c) => {
  const form = parseForm(await c.req.text());
  if (typeof form === "string") return refuse(c, "zh", "malformedOrder");
  const language = languageOf(form["Language"]);
  const order = await readOrder(form, {
    merchantId: c.env.ECPAY_MERCHANT_ID,
    keys: keysOf(c.env),
    now: Date.now(),
    payable: payableOf(c.env),
  });
  if (typeof order === "string") return refuse(c, language, order);
  if (!(await openTrade(databaseOf(c.env), order))) return refuse(c, language, "tradeNumberUsed");
  return c.redirect(`/local/ecpay/pay/${order.key}`, 303);
});

/** Its own address, so that "back" after a declined card leads here and not to a used form. */
app.get("/pay/:key", async (c) => {
  const trade = await findTradeByKey(databaseOf(c.env), c.req.param("key"));
  if (trade === null) return c.html(failurePage("zh", "unknownTrade"), 404);
  c.header("Content-Security-Policy", contentPolicy(shopOf(trade)));
  if (trade.outcome !== "paid") return c.html(cashierPage(trade, c.env.ECPAY_MERCHANT_ID));
  return c.html(resultPage(trade, await noticeOf(c.env, trade, "browser"), "paid"));
});

/** ECPay answers failures with a page and status 200. */
function refuse(c: Context<App>, language: Language, problem: OrderProblem) {
  return c.html(failurePage(language, problem, codeOf(problem)));
}

const shopOf = (trade: Pick<Trade, "orderResultUrl">) => new URL(trade.orderResultUrl).origin;

app.post("/act", async (c) => {
  const { trade, fields } = await readAct(c);
  const outcome = outcomes.find((entry) => entry === fields["outcome"]);
  if (trade === null || outcome === undefined)
    return c.html(failurePage("zh", "unknownTrade"), 400);
  c.header("Content-Security-Policy", contentPolicy(shopOf(trade)));
  // Where the browser is to come back with a result, ECPay shows no other way back.
  if (outcome === "leave") return c.html(leftPage(trade));
  const decided = await decideTrade(c, trade, outcome);
  // A declined card stays at the cashier, where it or another can be tried again.
  if (decided.outcome === "declined") return c.redirect(`/local/ecpay/pay/${trade.key}`, 303);
  return c.html(
    resultPage(decided, await noticeOf(c.env, decided, channelOf(outcome)), "returning"),
  );
});

app.post("/resend", async (c) => {
  const { trade } = await readAct(c);
  if (trade === null || trade.outcome === null)
    return c.html(failurePage("en", "unknownTrade"), 400);
  await sendNotice(c.env, trade, "resend");
  return c.redirect("/local/ecpay/", 303);
});

/** The trade's unguessable key proves that the form is the cashier's own. */
async function readAct(
  c: Context<App>,
): Promise<{ trade: Trade | null; fields: Record<string, string> }> {
  const form = parseForm(await c.req.text());
  const fields = typeof form === "string" ? {} : form;
  return { trade: await findTradeByKey(databaseOf(c.env), fields["key"] ?? ""), fields };
}

app.post("/Cashier/QueryTradeInfo/V5", answerQuery);
app.post("/CreditDetail/DoAction", answerAction);

export default app;
