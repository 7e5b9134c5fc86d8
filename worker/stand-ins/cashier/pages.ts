/** The pages and their words. `html` escapes every value; nothing is inline. */
import { html } from "hono/html";
import { painted, sheet } from "../../brand/letterhead.ts";
import type { Delivery, Trade } from "./app.ts";
import { captureOf } from "./card-actions.ts";
import type { OrderProblem } from "./trades.ts";
import { isAcknowledged } from "./notices.ts";
import texts from "./texts.json" with { type: "json" };

export type Language = "zh" | "en" | "ja";

/** ECPay's `Language` field. */
export function languageOf(field: string | undefined): Language {
  if (field === "ENG") return "en";
  return field === "JPN" ? "ja" : "zh";
}

const htmlLang: Record<Language, string> = { zh: "zh-Hant-TW", en: "en", ja: "ja" };

export const outcomes = [
  "pay",
  "decline",
  "pay_lost",
  "pay_twice",
  "pay_late",
  "pay_new_field",
  "leave",
] as const;
export type Outcome = (typeof outcomes)[number];

const style = html`<link rel="stylesheet" href="/local/ecpay/cashier.css" />`;
const page = (language: Language, title: string, body: unknown) =>
  sheet({ lang: htmlLang[language], title, style }, body);

const amountOf = (trade: Trade) => `NT$ ${trade.amountTwd.toLocaleString("en-US")}`;

export function cashierPage(trade: Trade, merchantId: string) {
  const language = languageOf(trade.language);
  const t = texts[language];
  return page(
    language,
    t.title,
    html`<h1>${t.title}</h1>
      <p class="stand-in">${t.standIn}</p>
      ${trade.outcome === "declined" ? html`<p role="alert">${t.declined}</p>` : ""}
      <dl>
        <div>
          <dt>${t.merchant}</dt>
          <dd>${merchantId}</dd>
        </div>
        <div>
          <dt>${t.item}</dt>
          <dd>${trade.itemName}</dd>
        </div>
        <div>
          <dt>${t.trade}</dt>
          <dd>${trade.merchantTradeNo}</dd>
        </div>
        <div class="amount">
          <dt>${t.amount}</dt>
          <dd>${amountOf(trade)}</dd>
        </div>
      </dl>
      <form method="post" action="/local/ecpay/act">
        <input type="hidden" name="key" value="${trade.key}" />
        <fieldset>
          <legend>${t.choose}</legend>
          ${outcomes.map(
            (outcome) =>
              html`<button
                name="outcome"
                value="${outcome}"
                class="${outcome === "pay" ? "primary" : ""}"
              >
                <span>${t.outcome[outcome]}</span><small>${t.explain[outcome]}</small>
              </button>`,
          )}
        </fieldset>
      </form>
      <p><a href="/local/ecpay/">${t.allTrades}</a></p>`,
  );
}

export function leftPage(trade: Trade) {
  const language = languageOf(trade.language);
  const t = texts[language];
  return page(
    language,
    t.title,
    html`<h1>${t.title}</h1>
      <p>${t.left}</p>
      <p><a href="/local/ecpay/pay/${trade.key}">${t.choose}</a></p>`,
  );
}

/**
 * Only on its way back the browser posts the result by itself: after a payment the shopper could not
 * go back. The button is for browsers without scripts.
 */
export function resultPage(
  trade: Trade,
  notice: Record<string, string>,
  said: "returning" | "paid",
) {
  const language = languageOf(trade.language);
  const t = texts[language];
  return page(
    language,
    t.title,
    html`<h1>${t.title}</h1>
      <p>${t[said]}</p>
      <form id="result" method="post" action="${trade.orderResultUrl}">
        ${Object.entries(notice).map(hiddenField)}
        <button class="primary"><span>${t.toShop}</span></button>
      </form>
      ${said === "returning" ? html`<script src="/local/ecpay/submit.js" defer></script>` : ""}`,
  );
}

const hiddenField = ([name, value]: [string, string]) =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

export function failurePage(
  language: Language,
  problem: OrderProblem | "unknownTrade",
  code?: string,
) {
  const t = texts[language];
  const number = code === undefined ? "" : html`<p>RtnCode <strong>${code}</strong></p>`;
  return page(
    language,
    t.failed,
    html`<h1>${t.failed}</h1>
      <p>${t.problem[problem]}</p>
      ${number}`,
  );
}

/** For developers: every trade and the shop's answers. */
export function tradesPage(trades: Trade[], deliveries: Delivery[]) {
  return page(
    "en",
    "Trades of the stand-in cashier",
    html`<h1>Trades</h1>
      <p class="stand-in">${texts.en.standIn}</p>
      ${trades.length === 0 ? html`<p>No trade yet.</p>` : ""}
      <ul class="trades">
        ${trades.map((trade) =>
          tradeEntry(
            trade,
            deliveries.filter((delivery) => delivery.merchantTradeNo === trade.merchantTradeNo),
          ),
        )}
      </ul>`,
  );
}

function fateOf(trade: Trade): string {
  const capture = captureOf(trade, Date.now());
  if (capture === null) return "";
  const refunded = `NT$ ${trade.refundedTwd.toLocaleString("en-US")} given back`;
  return trade.refundedTwd === 0 ? `${capture} · ` : `${capture}, ${refunded} · `;
}

function tradeEntry(trade: Trade, deliveries: Delivery[]) {
  return html`<li>
    <h2 id="${trade.merchantTradeNo}">${trade.merchantTradeNo}</h2>
    <p>
      ${amountOf(trade)} · ${trade.outcome ?? "undecided"} · ${fateOf(trade)}
      ${new Date(trade.createdAt).toISOString()}
    </p>
    <ul>
      ${deliveries.map(
        (delivery) =>
          html`<li>
            ${new Date(delivery.sentAt).toISOString()}: ${delivery.status ?? "no answer"}
            ${delivery.answer} (${isAcknowledged(delivery) ? "acknowledged" : "not acknowledged"})
          </li>`,
      )}
    </ul>
    ${
      trade.outcome === null
        ? ""
        : html`<form method="post" action="/local/ecpay/resend">
            <input type="hidden" name="key" value="${trade.key}" /><button
              aria-describedby="${trade.merchantTradeNo}"
            >
              <span>Send the notice now</span>
            </button>
          </form>`
    }
  </li>`;
}

/** Both are served as files, as the content policy allows nothing inline. */
export const stylesheet = painted(`
h2 { margin: 0; font-size: 1rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.stand-in { padding-left: 1rem; border-left: 3px solid var(--accent); color: var(--ink-soft); }
dl { margin: 1.5rem 0; border-top: 1px solid var(--rule); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
dl div { padding: 0.5rem 0; border-bottom: 1px solid var(--rule); }
dt { color: var(--ink-soft); }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.amount { align-items: baseline; }
.amount dd { font: 400 1.75rem/1.3 var(--serif); }
fieldset { display: grid; gap: 0.75rem; margin: 0; padding: 0; border: 0; }
legend { margin-bottom: 0.75rem; }
button { display: grid; gap: 0.125rem; min-height: 3rem; padding: 0.625rem 1rem; }
button { border: 1px solid var(--rule-strong); border-radius: 3px; background: var(--paper-raised); }
button { color: inherit; font: inherit; text-align: start; cursor: pointer; }
button small { color: var(--ink-soft); font-size: 0.875rem; }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--accent-ink); }
button.primary span { font-weight: 600; }
button.primary small { color: inherit; }
.trades { padding: 0; list-style: none; }
.trades > li { padding: 1rem 0; border-top: 1px solid var(--rule); }
`);

export const submitScript = `document.getElementById("result").submit();\n`;
