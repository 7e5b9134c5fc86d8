/**
 * A stand-in for ECPay's cashier, for local mode and tests: it checks what ECPay checks, shows what is being paid, lets a person
 * choose what becomes of it, and tells the shop as ECPay would. It never asks for a card and is in no production build.
 */
import { Hono, type Context } from "hono";
import { parseForm } from "../payments/ecpay/notification.ts";
import { codes } from "../payments/ecpay/vocabulary.ts";
import { isGenuineQuery, queryAnswer } from "./answer-query.ts";
import { databaseOf, keysOf, type App, type Database, type Trade } from "./app.ts";
import { stylesheet, submitScript } from "./assets.ts";
import { readOrder } from "./create-trade.ts";
import { isAcknowledged, noticeOf, sendNotice } from "./notices.ts";
import { cashierPage, failurePage, returnPage, tradesPage } from "./pages.ts";
import { languageOf, outcomes, type Outcome } from "./texts.ts";
import { countQuery, decide, findTrade, findTradeByKey, latestDeliveries, latestTrades, openTrade } from "./trades.ts";

const queriesPerMinute = 60;
const lateNoticeMs = 15_000;

const app = new Hono<App>().basePath("/local/ecpay");

app.use(async (c, next) => {
  await next();
  c.header("Cache-Control", "no-store");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Referrer-Policy", "no-referrer");
  if (!c.res.headers.has("Content-Security-Policy")) c.header("Content-Security-Policy", contentPolicy());
});

/** The pages may post to the cashier itself and, to bring the result back, to the one shop that the trade names. */
function contentPolicy(shop = ""): string {
  return `default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self' ${shop}; base-uri 'none'; frame-ancestors 'none'`;
}

app.get("/cashier.css", (c) => c.body(stylesheet, 200, { "Content-Type": "text/css; charset=utf-8" }));
app.get("/submit.js", (c) => c.body(submitScript, 200, { "Content-Type": "text/javascript; charset=utf-8" }));

app.get("/", async (c) => {
  const db = databaseOf(c.env);
  return c.html(tradesPage(await latestTrades(db), await latestDeliveries(db)));
});

app.get("/trades.json", async (c) => {
  const db = databaseOf(c.env);
  const deliveries = await latestDeliveries(db);
  const trades = (await latestTrades(db)).map(({ key: _key, ...trade }) => ({
    ...trade,
    deliveries: deliveries
      .filter((delivery) => delivery.merchantTradeNo === trade.merchantTradeNo)
      .map((delivery) => ({ status: delivery.status, answer: delivery.answer, acknowledged: isAcknowledged(delivery) })),
  }));
  return c.json({ data: trades });
});

app.post("/Cashier/AioCheckOut/V5", async (c) => {
  const form = parseForm(await c.req.text());
  if (!form.ok) return c.html(failurePage("zh", "10300024", "malformed"), 400);
  const language = languageOf(form.value["Language"]);
  const order = await readOrder(form.value, { merchantId: c.env.ECPAY_MERCHANT_ID, keys: keysOf(c.env), now: Date.now() });
  if (order === "wrongMac") return c.html(failurePage(language, codes.wrongMac, "wrongMac"));
  if (order === "malformed") return c.html(failurePage(language, "10300024", "malformed"));
  if (!(await openTrade(databaseOf(c.env), order))) return c.html(failurePage(language, codes.tradeNumberUsed, "used"));
  c.header("Content-Security-Policy", contentPolicy(new URL(order.orderResultUrl).origin));
  return c.html(cashierPage({ ...order, outcome: null, decidedAt: null }, c.env.ECPAY_MERCHANT_ID));
});

app.post("/act", async (c) => {
  const form = parseForm(await c.req.text());
  const key = form.ok ? (form.value["key"] ?? "") : "";
  const outcome = outcomes.find((entry) => form.ok && form.value["outcome"] === entry);
  const db = databaseOf(c.env);
  const trade = await findTradeByKey(db, key);
  if (trade === null || outcome === undefined) return c.html(failurePage("zh", "10300024", "malformed"), 400);
  if (outcome === "leave") return c.redirect(trade.clientBackUrl || new URL(trade.orderResultUrl).origin, 303);
  const decided = await decide(db, key, outcome === "decline" ? "declined" : "paid", Date.now());
  if (decided === null) return c.html(failurePage(languageOf(trade.language), "10300028", "decided"), 409);
  await notify(c, db, decided, outcome);
  c.header("Content-Security-Policy", contentPolicy(new URL(trade.orderResultUrl).origin));
  return c.html(returnPage(decided, await noticeOf(decided, "browser", c.env.ECPAY_MERCHANT_ID, keysOf(c.env))));
});

async function notify(c: Context<App>, db: Database, trade: Trade, outcome: Outcome): Promise<void> {
  const send = async (channel: "server" | "resend") => sendNotice(db, trade, await noticeOf(trade, channel, c.env.ECPAY_MERCHANT_ID, keysOf(c.env)), Date.now());
  switch (outcome) {
    case "pay_lost":
    case "leave":
      return;
    case "pay_twice":
      await Promise.all([send("server"), send("resend")]);
      return;
    case "pay_late":
      c.executionCtx.waitUntil(scheduler.wait(lateNoticeMs).then(() => send("server")));
      return;
    case "pay":
    case "decline":
      await send("server");
  }
}

app.post("/resend", async (c) => {
  const form = parseForm(await c.req.text());
  const db = databaseOf(c.env);
  const trade = form.ok ? await findTradeByKey(db, form.value["key"] ?? "") : null;
  if (trade === null || trade.outcome === null) return c.html(failurePage("en", "10300024", "malformed"), 400);
  await sendNotice(db, trade, await noticeOf(trade, "resend", c.env.ECPAY_MERCHANT_ID, keysOf(c.env)), Date.now());
  return c.redirect("/local/ecpay/", 303);
});

app.post("/Cashier/QueryTradeInfo/V5", async (c) => {
  const db = databaseOf(c.env);
  if ((await countQuery(db, Date.now())) > queriesPerMinute) return c.text("Forbidden", 403);
  const form = parseForm(await c.req.text());
  const keys = keysOf(c.env);
  const merchantId = c.env.ECPAY_MERCHANT_ID;
  if (!form.ok || !(await isGenuineQuery(form.value, merchantId, keys, Date.now()))) return c.text(`TradeStatus=${codes.wrongMac}`);
  const merchantTradeNo = form.value["MerchantTradeNo"] ?? "";
  return c.text(await queryAnswer(await findTrade(db, merchantTradeNo), merchantTradeNo, merchantId, keys));
});

export default app;
