/** The owner's desk as a browser without scripts uses it: a form, the page that says what will happen, and its form. */
import words from "../../worker/desk/words.json";
import { rawRequest } from "./network.ts";
import { newMember } from "./new-member.ts";
import { newAttempt, rows, upstreamStatus } from "./payments.ts";
import { newPaidOrders } from "./refunds.ts";
import type { Shop } from "./shop.ts";

export type Headers = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, string>>;

export function deskOf(shop: Pick<Shop, "url">, host = shop.url.host, headers: Headers = {}) {
  async function send(method: string, path: string, body: string, more: Headers = {}) {
    const all = { Host: host, Accept: "text/html", "Accept-Language": "en", ...headers, ...more };
    const sent = { method, path, headers: all, body: body === "" ? [] : [body] };
    const { status, text, headers: of } = await rawRequest(shop, sent);
    const names = ["set-cookie", "cache-control", "content-security-policy"];
    const said = names.map((name) => String(of[name] ?? ""));
    return { status, text, location: of.location, said };
  }
  const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: `http://${host}` };
  const open = (path: string) => send("GET", `/desk${path}`, "");
  const post = (verb: string, fields: Fields, more: Headers = {}) =>
    send("POST", `/desk/${verb}`, String(new URLSearchParams(fields)), { ...form, ...more });
  async function plan(verb: string, fields: Fields): Promise<{ text: string; hidden: Fields }> {
    const { status, text } = await post(verb, { reason: "a test", ...fields });
    expect(status, text).toBe(200);
    return { text, hidden: hiddenOf(text) };
  }
  return {
    send,
    open,
    post,
    plan,
    async carryOut(verb: string, fields: Fields) {
      const { hidden } = await plan(verb, fields);
      const done = await post(verb, hidden);
      return done.location === undefined ? done : open(done.location.replace("/desk", ""));
    },
  };
}

export const decoded = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

export function hiddenOf(page: string): Fields {
  const inputs = page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries(
    Array.from(inputs, ([, name = "", value = ""]) => [name, decoded(value)]),
  );
}

/** Noon in Taipei of a day in 2025, long before what other tests do. */
const noonOf = (day: string) => Date.parse(`2025-${day}T12:00+08:00`);

/** One of everything that the desk shows: trades, and what their numbers are called in an outline. */
export async function bookkeeping(shop: Shop) {
  await newMember(shop);
  await newMember(shop);
  const orders = await newPaidOrders(shop, 3, { memberId: "ada", needsRefund: 1 });
  const unpaid = await newAttempt(shop);
  const expired = unpaid.merchantTradeNo;
  const [paid = "", other = "", next = ""] = orders.map(({ merchantTradeNo }) => merchantTradeNo);
  const [orderId = ""] = orders.map((order) => order.orderId);
  await expect.poll(() => upstreamStatus(shop, orderId)).toBe("pending");
  const person = { customerName: "Ada", customerPhone: "0912", customerNote: "Ring" };
  const paidOn = (trade: string, at: number, more = "") =>
    `UPDATE payment_attempts SET trade_no = 'G${trade.slice(1)}', created_at = ${at - 1}, paid_at = ${at} ${more}
      WHERE merchant_trade_no = '${trade}'`;
  const given = (id: number, state: string, amount: number, day: string) =>
    `INSERT INTO refunds VALUES ('RF000000000000000${id}', '${paid}', ${amount}, '${state}', 'X', 'why',
      ${noonOf("02-28") + id * 60_000}, ${noonOf(day) - 3_600_000}, ${noonOf(day)})`;
  const message = (letter: string, settledAt: string) =>
    `INSERT INTO payment_inbox VALUES ('${letter.repeat(64)}', '${paid}', 'odd_value', '{"a":"<b>"}',
      ${noonOf("03-15")}, ${settledAt})`;
  for (const sql of [
    paidOn(paid, noonOf("03-15"), `, last_rtn_code = '1', snapshot = '${JSON.stringify(person)}'`),
    // A second try at paying the first order.
    paidOn(other, noonOf("03-16"), `, needs_refund = 0, order_id = '${orderId}'`),
    // The first moment of another month.
    paidOn(next, noonOf("04-01") - 43_200_000),
    `UPDATE payment_attempts SET state = 'expired', query_count = 3, created_at = ${noonOf("03-10")},
      expires_at = ${noonOf("03-11")} WHERE merchant_trade_no = '${expired}'`,
    given(1, "unclear", 100, "03-16"),
    given(2, "requested", 10, "03-17"),
    given(3, "made", 50, "03-18"),
    given(4, "refused", 25, "03-19"),
    message("a", "NULL"),
    message("b", String(noonOf("03-16"))),
    `INSERT INTO cancelled_orders VALUES ('${unpaid.orderId}', 'N', 'ada', ${noonOf("03-12")})`,
    `UPDATE outbox SET created_at = ${noonOf("03-15")}`,
    `UPDATE outbox SET sent_at = NULL, next_at = 9e15, attempts = 7 WHERE order_id = '${orderId}'`,
    // Of the two members above.
    `UPDATE sessions SET member_id = 'ada', browser = 'Firefox', place = 'TW',
      created_at = ${noonOf("03-01")}, last_seen_at = ${noonOf("03-02")} WHERE rowid > (SELECT max(rowid) - 2 FROM sessions)`,
    `UPDATE sessions SET ended_at = last_seen_at, last_seen_at = created_at
      WHERE rowid = (SELECT max(rowid) - 1 FROM sessions)`,
    `INSERT INTO alarms (name, is_on, since) VALUES ('a refund is unclear', 1, ${noonOf("03-18")}),
      ('payment message quarantined', 1, ${noonOf("03-19")}), ('new', 1, ${noonOf("03-20")})`,
  ])
    await rows(shop.db, sql);
  const named = (page: string) =>
    [...orders, unpaid]
      .flatMap(({ merchantTradeNo: trade, orderId: order }, index) => [
        [order, `ORDER${index}`],
        [`G${trade.slice(1)}`, `GATEWAY${index}`],
        [trade, `TRADE${index}`],
      ])
      .reduce((text, [from = "", to = ""]) => text.replaceAll(from, to), page)
      .replaceAll(/MerchantID=[^<]*/g, "NOTICE")
      // The built shop says its commit.
      .replaceAll(/(\d+\.\d+\.\d+)\+[\w.]+/g, "$1")
      .replaceAll(/(?<![\w-])[\w-]{22,}(?=")/g, "ID")
      .replaceAll(/(?!2025)\d{4}-\d\d-\d\d \d\d:\d\d/g, "TIME")
      .replaceAll(/(?!2025)\d{4}-\d\d-\d\dT\d\d:\d\d/g, "T-TIME")
      .replaceAll(/https?:\/\/[\w.:-]+/g, "");
  const [session] = await rows<{ id: string }>(
    shop.db,
    "SELECT id FROM sessions WHERE member_id = 'ada' AND ended_at IS NULL",
  );
  const ofMember = { member: "ada" };
  const deeds: [verb: string, fields: Fields][] = [
    ["refund", { trade: paid, amount: "300" }],
    ["refund", { trade: paid, amount: "841" }],
    ["made", { refund: "RF0000000000000001" }],
    ["made", { refund: "RF0000000000000004" }],
    ["not_made", { refund: "RF0000000000000004" }],
    ["resolve", { message: "a".repeat(64) }],
    ["resolve", { message: "b".repeat(64) }],
    ["ask", { trade: expired }],
    ["ask", { trade: paid }],
    ["resend", { trade: paid }],
    ["stop", { ...ofMember, session: session?.id ?? "" }],
    ["export", ofMember],
    ["second_step_off", ofMember],
    ["erase", ofMember],
    ["close", {}],
    ["open", {}],
    ["notice_down", {}],
  ];
  const pages = ["", `/find?q=${paid}`, `/orders/${orderId}`, `/orders/${expired}`, "/members/ada"];
  pages.push("/month?month=2025-03", "/notice", "/texts?q=cart.title");
  pages.push("/texts?key=shop+cart.title", "/texts?key=ReturnPolicy", "/books?ask=all");
  pages.push("/log", "/log?before=1", "/nothing");
  return { paid, other, next, expired, named, pages, deeds };
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
/** The longest first: a short one may be the beginning of another. */
const sentences = Object.entries(words.en)
  .sort(([, one], [, other]) => other.length - one.length)
  .map(([key, text]) => {
    const parts = text.split(/\{\w+\}/).map(escaped);
    return { key, text, pattern: new RegExp(`^${parts.join("(.*)")}$`, "s") };
  });
function keyOf(said: string): string {
  const same = sentences.filter(({ text }) => text === said);
  const [found = sentences.find(({ pattern }) => pattern.test(said))] = same;
  if (found === undefined) return said;
  const values = found.pattern.exec(said)?.slice(1).join(", ") ?? "";
  const keys = same.length > 1 ? same.map(({ key }) => key).join("|") : found.key;
  return values === "" ? `:${keys}` : `:${keys}(${values})`;
}

/** Attributes that matter, where they are not empty: `date 500 =2025-03` of a field. */
const attributesOf = (tag: string) =>
  Array.from(
    tag.matchAll(/ (type|class|rows|lang|maxlength|href|value)="([^"]+)"/g),
    ([, name = "", value = ""]) => (/value|href/.test(name) ? `=${value}` : value),
  ).join(" ");

// What a page in English says, by the keys of its words: a line for each heading, row, field and
// form.
export function outlineOf(page: string, part = "main"): string[] {
  const [, text = ""] = new RegExp(`<${part}\\b[^>]*>(.*)</${part}>`, "s").exec(page) ?? [];
  return text
    .replaceAll(/(<textarea[^>]*>[^\n<]*)\n[^<]*/g, "$1")
    .replaceAll(/<form method="(\w+)" action="\/desk\/([^"]*)"[^>]*>/g, "\n$1 $2 <b>")
    .replaceAll(
      /<(?:input|textarea|select)\b([^>]*?) name="(\w+)"([^>]*)>/g,
      (_, before: string, name: string, after: string) =>
        `<b>[${[name, attributesOf(before + after)].filter(Boolean).join(" ")}]</b>`,
    )
    .replaceAll(/<(?:a|th|p|button|option)\b[^>]*>/g, (tag) => `${tag}<b>${attributesOf(tag)}</b>`)
    .replaceAll(/<(?:h[12]|tr|p|li|label|dt|button|summary|option)\b[^>]*>/g, "\n")
    .split("\n")
    .map((line) => line.split(/<[^>]*>| · /).map((said) => keyOf(decoded(said).trim())))
    .map((texts) => texts.filter(Boolean).join(" "))
    .filter(Boolean);
}
