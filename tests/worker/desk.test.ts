import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { borrowShop } from "../support/borrowed.ts";
import { sampleSet } from "../support/carts.ts";
import { checkOut, formOf, memberWith, pay } from "../support/checkouts.ts";
import { bookkeeping, decoded, deskOf, hiddenOf, outlineOf, type Fields } from "../support/desk.ts";
import { newMember } from "../support/new-member.ts";
import {
  attemptOf,
  inboxOf,
  newAttempt,
  newPayableOrder,
  rows,
  upstreamStatus,
} from "../support/payments.ts";
import { newPaidOrders } from "../support/refunds.ts";
import { startShop } from "../support/shop.ts";

const shop = await borrowShop();
const desk = deskOf(shop);

const team = "https://atelier.cloudflareaccess.com";
const audience = "a".repeat(64);
const host = "localhost:7443";
const [ours, anothers] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
const keys = { keys: [{ ...(await exportJWK(ours.publicKey)), kid: "1", alg: "RS256" }] };

let keysAsked = 0;
/** A shop behind Access, where Anna may everything, Ben refund and Cleo look. */
const guarded = await startShop({
  vars: {
    CONTENT_MEMORY_SECONDS: "0",
    DESK_ORIGIN: `http://${host}`,
    ACCESS_TEAM: team,
    ACCESS_AUDIENCE: audience,
    DESK_OPERATORS:
      "Anna@House.test=Refund+publish ben@house.test=refund cleo@house.test=look dora@house.test=publish",
  },
  outbound: async ({ url }) => {
    if (url !== `${team}/cdn-cgi/access/certs`) return new Response(null, { status: 404 });
    keysAsked += 1;
    return Response.json(keys);
  },
});
afterAll(() => guarded.close());

interface Assertion {
  email?: string;
  key?: CryptoKey;
  issuer?: string;
  audience?: string;
  endsIn?: number;
}
async function assertionOf(changes: Assertion = {}): Promise<string> {
  const { email = "anna@house.test", key = ours.privateKey, endsIn = 3_600 } = changes;
  const now = Math.floor(Date.now() / 1000);
  const said = { ...(email !== "" && { email }), ...(endsIn < Infinity && { exp: now + endsIn }) };
  return new SignJWT(said)
    .setProtectedHeader({ alg: "RS256", kid: "1" })
    .setIssuer(changes.issuer ?? team)
    .setAudience(changes.audience ?? audience)
    .setIssuedAt(now - 7_200)
    .sign(key);
}
const header = "Cf-Access-Jwt-Assertion";
const deskOfOperator = async (email: string) =>
  deskOf(guarded, host, { [header]: await assertionOf({ email }) });

test("Access alone opens the desk: no token, a stale or foreign one and a member's session do not", async () => {
  const { shopper } = await newMember(guarded);
  const bearer = { Authorization: `Bearer ${shopper.token}` };
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ email: "anna@house.test" }))}.`;
  const wrong: Record<string, Record<string, string>> = {
    "no token": {},
    "a member's session": { ...bearer, [header]: shopper.token ?? "" },
    "an expired one": { [header]: await assertionOf({ endsIn: -60 }) },
    "one for ever": { [header]: await assertionOf({ endsIn: Infinity }) },
    "another audience": { [header]: await assertionOf({ audience: "b".repeat(64) }) },
    "another team's key": { [header]: await assertionOf({ key: anothers.privateKey }) },
    "another team": {
      [header]: await assertionOf({ issuer: "https://other.cloudflareaccess.com" }),
    },
    "a service without an address": { [header]: await assertionOf({ email: "" }) },
    unsigned: { [header]: unsigned },
  };
  for (const [what, headers] of Object.entries(wrong)) {
    const { status, text } = await deskOf(guarded, host, headers).open("");
    expect.soft([status, text], what).toEqual([401, expect.stringContaining("Access only")]);
    expect.soft(text, what).not.toMatch(/<nav|NT\$/);
  }
  const stranger = await deskOfOperator("mallory@house.test");
  const shut = await stranger.open("");
  expect([shut.status, shut.text]).toEqual([403, expect.stringContaining("You may not do this")]);
  const { status, text } = await (await deskOfOperator("ANNA@house.test")).open("");
  expect(status).toBe(200);
  expect(text).toContain("anna@house.test");
  expect(keysAsked).toBe(1);
});

test("the desk is at its own host alone, and nothing else is there; without configuration it is an unknown path", async () => {
  const anna = { [header]: await assertionOf() };
  const elsewhere = deskOf(guarded, guarded.url.host, anna);
  const unknown = await elsewhere.send("GET", "/unheard-of", "");
  expect(await elsewhere.open("")).toEqual(unknown);
  expect((await elsewhere.post("refund", {})).status).toBe(405);
  const own = deskOf(guarded, host, anna);
  for (const path of ["/zh/home", "/api/v1/config", "/locales/zh/common.json", "/desk/nothing"])
    expect((await own.send("GET", path, "")).status, path).toBe(404);
  expect((await own.send("GET", "/", "")).location).toBe("/desk");
  expect((await own.send("HEAD", "/desk", "")).status).toBe(200);
  const { text, said } = await own.open("");
  expect(said.slice(1)).toEqual(["no-store", expect.stringContaining("form-action 'self'")]);
  expect(outlineOf(text, "header")).toMatchSnapshot("header");
  const chosen = await own.open("/language/zh");
  expect(chosen).toMatchObject({ status: 303, location: "/desk" });
  const [Cookie = ""] = chosen.said[0]?.split(";") ?? [];
  expect(Cookie).toBe("__Host-sillage_desk_language=zh");
  const inChinese = deskOf(guarded, host, { ...anna, Cookie });
  expect((await inChinese.open("")).text).toContain('<html lang="zh-Hant');
  expect((await own.open("/language/xx")).status).toBe(404);
});

const uploaded = async (to: typeof desk, origin: string, month: string, csv?: string) => {
  const form = new FormData();
  if (month !== "") form.set("month", month);
  if (csv !== undefined) form.set("file", new File([csv], "payout.csv", { type: "text/csv" }));
  const body = new Response(form);
  const type = { "Content-Type": body.headers.get("Content-Type") ?? "", Origin: origin };
  return to.send("POST", "/desk/payout", await body.text(), type);
};

test("each page and each deed says what it is about, and offers what its reader may do", async () => {
  const anna = await deskOfOperator("anna@house.test");
  for (const path of ["", "/find?q=nobody", "/month?month=2024-02", "/log"]) {
    const bare = outlineOf((await anna.open(path)).text).join("\n");
    expect.soft(bare.replace(/(version \d+\.\d+\.\d+)\S*/, "$1")).toMatchSnapshot(`bare ${path}`);
  }
  const { paid, other, next, expired, named, pages, deeds } = await bookkeeping(guarded);
  const [key, own] = ["shop cart.title", await ownTexts()];
  await anna.carryOut("notice", { ...line, ...always, until: "2026-01-02T00:00" });
  for (const text_en of ["Bag", own["text_en"] ?? ""])
    await anna.carryOut("text", { key, ...own, text_en });
  const forms: Record<string, string[]> = {};
  for (const name of ["anna", "ben", "cleo", "dora"]) {
    const reader = await deskOfOperator(`${name}@house.test`);
    const outlines = [];
    for (const path of pages) {
      const outline = outlineOf(named((await reader.open(path)).text));
      outlines.push(...outline);
      if (name === "anna") expect.soft(outline).toMatchSnapshot(named(path));
    }
    const bare = outlines.map((one) => one.replaceAll(/ [^[\]]*\]/g, "]"));
    forms[name] = [...new Set(bare.filter((one) => /^(post |:do$)/.test(one)))];
  }
  expect.soft(forms).toMatchSnapshot("forms");
  deeds.push(["notice", { ...line, ...always }], ["text", { key, ...own, text_en: "Bag" }]);
  deeds.push(["text", { key: "ReturnPolicy", text_zh: "甲", text_en: "A", text_ja: "" }]);
  const planned: [verb: string, hidden: Fields][] = [];
  for (const [verb, fields] of deeds) {
    const { status, text } = await anna.post(verb, { ...fields, reason: "?" });
    expect.soft([status, ...outlineOf(named(text))]).toMatchSnapshot(verb);
    if (status === 200) planned.push([verb, hiddenOf(text)]);
  }
  expect.soft(named((await anna.open("/month.csv?month=2025-03")).text)).toMatchSnapshot("file");
  const file = `特店訂單編號,交易金額\n${paid},900\nG${other.slice(1)},1000\n${next},-25\n${expired},100\n`;
  const compared = await uploaded(anna, `http://${host}`, "2025-03", file);
  expect.soft(outlineOf(named(compared.text))).toMatchSnapshot("payout");

  const done: string[] = [];
  for (const [verb, hidden] of planned) {
    const { status, location = "" } = await anna.post(verb, hidden);
    done.push(`${verb} ${status} ${named(location.replace(/=.*/, ""))}`);
  }
  for (const path of ["/log", "", `/orders/${paid}`]) {
    const { text } = await anna.open(path);
    const outline = outlineOf(named(text).replaceAll(/RF(?!0{8})\w+|[\w-]{22,}/g, "ID"));
    done.push(
      ...outline.filter((one) => path === "/log" || /anna|story_settled|waits_refund/.test(one)),
    );
  }
  expect.soft(done).toMatchSnapshot("done");

  const eightHours = 8 * 3_600_000;
  const monthOf = (at: number) => new Date(at + eightHours).toISOString().slice(0, 7);
  const today = Math.floor((Date.now() + eightHours) / 86_400_000) * 86_400_000 - eightHours;
  const lastMonth = Date.parse(`${monthOf(today)}-01T00:00+08:00`) - 1;
  const paidAt = { [paid]: [1, today], [other]: [20, today - 1], [next]: [300, lastMonth] };
  for (const [trade, [sum = 0, at = 0]] of Object.entries(paidAt)) {
    const set = `UPDATE payment_attempts SET amount_twd = ${sum}, paid_at = ${at}`;
    await rows(guarded.db, `${set} WHERE merchant_trade_no = ?`, trade);
  }
  const sums = outlineOf((await anna.open("")).text).filter((one) => one.includes(":orders_count"));
  const isOfThis = monthOf(today - 1) === monthOf(today);
  expect(sums.map((one) => /NT\$\s(\d+)/.exec(one)?.[1])).toEqual(
    isOfThis ? ["1", "20", "21", "300"] : ["1", "320", "1", "320"],
  );
});

test("each role has its own forms, and other sites have none", async () => {
  const [order] = await newPaidOrders(guarded, 1);
  const trade = order?.merchantTradeNo ?? "";
  const asks = { refund: { trade, amount: "1" }, close: {} };
  const allowed: Record<string, string[]> = {
    "anna@house.test": ["refund", "close"],
    "ben@house.test": ["refund"],
    "cleo@house.test": [],
    "dora@house.test": ["close"],
  };
  for (const [email, verbs] of Object.entries(allowed)) {
    const own = await deskOfOperator(email);
    expect((await own.open(`/orders/${trade}`)).status).toBe(200);
    for (const [verb, fields] of Object.entries(asks)) {
      const { status } = await own.post(verb, { ...fields, reason: "a test" });
      expect.soft(status === 403, `${email} ${verb}`).toBe(!verbs.includes(verb));
    }
  }
  const anna = await deskOfOperator("anna@house.test");
  const { hidden } = await anna.plan("refund", asks.refund);
  for (const Origin of ["https://evil.example", "null", guarded.url.origin])
    expect((await anna.post("refund", hidden, { Origin })).status, Origin).toBe(403);
  const ben = await deskOfOperator("ben@house.test");
  expect((await ben.post("refund", hidden)).status, "Anna's form in Ben's hands").toBe(409);
  expect(
    await rows(guarded.db, "SELECT 1 FROM refunds WHERE merchant_trade_no = ?", trade),
  ).toEqual([]);
});

const refundsOf = (trade: string) =>
  rows<{ id: string; amount_twd: number; state: string }>(
    shop.db,
    "SELECT * FROM refunds WHERE merchant_trade_no = ? ORDER BY created_at",
    trade,
  );
const logOf = (subject: string) =>
  rows<{ operator: string; action: string; reason: string }>(
    shop.db,
    "SELECT operator, action, reason FROM operator_actions WHERE subject = ? ORDER BY at",
    subject,
  );
async function paidTrade(amountTwd = 1_000): Promise<string> {
  const [order] = await newPaidOrders(shop, 1, { amountTwd });
  return order?.merchantTradeNo ?? "";
}

test("a refund says what will happen, is asked twice and made once, however often its form is sent", async () => {
  const trade = await paidTrade();
  const { text, hidden } = await desk.plan("refund", {
    trade,
    amount: "300",
    reason: "a broken jar",
  });
  expect(text).toContain("Gives back NT$\u00A0300 of NT$\u00A01,000");
  expect(text).toContain("NT$\u00A0700 are left then");
  expect(await refundsOf(trade)).toEqual([]);
  const clicks = await Promise.all(Array.from({ length: 5 }, () => desk.post("refund", hidden)));
  expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([303]));
  const [made] = await refundsOf(trade);
  expect(await refundsOf(trade)).toMatchObject([{ amount_twd: 300, state: "requested" }]);
  expect(await logOf(made?.id ?? "")).toEqual([
    { operator: "local", action: "refund", reason: "a broken jar" },
  ]);
  const reload = await desk.post("refund", hidden);
  expect(reload.status).toBe(303);
  const page = await desk.open(reload.location?.replace("/desk", "") ?? "");
  expect(page.text).toContain("a broken jar");
  expect(await refundsOf(trade)).toHaveLength(1);
});

test.each([
  ["another sum", { amount: "301" }],
  ["another reason", { reason: "another" }],
  ["a seal of nothing", { seal: "0".repeat(64) }],
])("a second step with %s does nothing, and shows again what would happen", async (_, changes) => {
  const trade = await paidTrade();
  const { hidden } = await desk.plan("refund", { trade, amount: "300" });
  const { status, text } = await desk.post("refund", { ...hidden, ...changes });
  expect(status).toBe(409);
  expect(text).toContain("look again");
  expect(await refundsOf(trade)).toEqual([]);
});

test("no reason, no sum that is left and no made-up name is taken", async () => {
  const trade = await paidTrade();
  for (const fields of [
    { trade, amount: "300", reason: " " },
    { trade, amount: "300", reason: "x".repeat(501) },
    { trade, amount: "-1", reason: "why" },
    { trade: "x' OR 1=1", amount: "", reason: "why" },
    { trade, amount: "1".repeat(10), reason: "why" },
    { trade, amount: "", reason: "why", more: "1" },
  ])
    expect((await desk.post("refund", fields)).status, JSON.stringify(fields)).toBe(400);
  for (const fields of [
    { trade, amount: "1001" },
    { trade, amount: "0" },
    { trade: "NOSUCH", amount: "1" },
  ])
    expect((await desk.post("refund", { ...fields, reason: "why" })).status).toBe(409);
});

test("what waits stands on the first page until a person has looked at it", async () => {
  const { merchantTradeNo: trade, orderId } = await newAttempt(shop, { ageMs: 60_000 });
  const id = "ab".repeat(32);
  await rows(
    shop.db,
    "INSERT INTO payment_inbox (id, merchant_trade_no, reason, fields, received_at) VALUES (?, ?, 'odd_value', ?, 1)",
    id,
    trade,
    '{"RtnMsg":"<img src=x onerror=alert(1)>"}',
  );
  expect((await desk.open("")).text).toContain(id);
  const story = (await desk.open(`/orders/${orderId}`)).text;
  expect(story).toContain("&lt;img src=x");
  expect(story).not.toContain("<img");
  const { text } = await desk.carryOut("resolve", { message: id });
  expect(text).toContain("Done: notice looked at");
  expect((await inboxOf(shop, trade))[0]?.resolved_at).toBeTypeOf("number");
  expect((await desk.open("")).text).not.toContain(id);
  await desk.carryOut("ask", { trade });
  expect((await attemptOf(shop, trade)).next_query_at).toBeLessThanOrEqual(Date.now());
  expect((await logOf(trade)).map(({ action }) => action)).toEqual(["ask"]);
});

test("the events of an order are sent again", async () => {
  const { orderId } = await newPayableOrder(shop);
  const [paid] = await newPaidOrders(shop, 1);
  await expect.poll(() => upstreamStatus(shop, paid?.orderId ?? "")).toBe("pending");
  const trade = paid?.merchantTradeNo ?? "";
  const sent = async () =>
    (
      await rows<{ sent_at: number | null }>(
        shop.db,
        "SELECT sent_at FROM outbox WHERE order_id = ?",
        paid?.orderId,
      )
    )[0]?.sent_at ?? 0;
  const before = await sent();
  await desk.carryOut("resend", { trade });
  await expect.poll(sent).toBeGreaterThan(before);
  expect(await upstreamStatus(shop, orderId)).toBe("payment_pending");
});

test("an order is found by its numbers, its person's name, e-mail or phone, and by its day", async () => {
  const [order] = await newPaidOrders(shop, 1);
  const { merchantTradeNo: trade = "", orderId = "" } = order ?? {};
  const person = {
    customerName: '=Ada "Lovelace" <b>',
    customerPhone: "0912-777 345",
    invoice: { customer_email: "ada@example.test" },
  };
  await rows(
    shop.db,
    "UPDATE payment_attempts SET snapshot = ? WHERE merchant_trade_no = ?",
    JSON.stringify(person),
    trade,
  );
  const day = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
  const queries = [trade, orderId, `N${orderId}`, "lovelace", "ADA@example.test", "777345"];
  for (const q of queries)
    expect.soft((await desk.open(`/find?${new URLSearchParams({ q })}`)).text, q).toContain(trade);
  const { text } = await desk.open(`/find?day=${day}`);
  expect(text).toContain(trade);
  expect(text).toContain("=Ada &quot;Lovelace&quot; &lt;b&gt;");
  expect((await desk.open("/find?q=nobody-like-it")).text).toContain("Nothing was found");
  expect((await desk.open(`/find?q=${"x".repeat(200)}`)).status).toBe(200);
  expect((await desk.open(`/find?q=${"x".repeat(201)}`)).status).toBe(400);
});

const line = { text_zh: "週五休息", text_en: "Closed on <b>Friday</b>", text_ja: "金曜休み" };
const always = { from: "2026-01-01T00:00", until: "2099-01-01T00:00", where: "everywhere" };
const home = async () => (await guarded.fetch("/en/home")).text();

test("a line of notice stands on every screen in its time, in each language and as it was typed", async () => {
  const dora = await deskOfOperator("dora@house.test");
  await dora.carryOut("notice", { ...line, ...always });
  expect(await home()).toContain('<p lang="en">Closed on &lt;b&gt;Friday&lt;/b&gt;</p>');
  await dora.carryOut("notice", { ...line, ...always, where: "checkout" });
  expect(await home()).toContain('data-only="checkout"');
  await dora.carryOut("notice", { ...line, ...always, from: "2098-01-01T00:00" });
  expect(await home()).not.toContain("Closed on");
  for (const wrong of [{ text_en: " " }, { until: "2025-01-01T00:00" }])
    expect(
      (await dora.post("notice", { ...line, ...always, ...wrong, reason: "why" })).status,
    ).toBe(409);
  await dora.carryOut("notice_down", {});
  expect(await home()).not.toContain('class="notice"');
});

test("the closed sign refuses new orders and nothing else, until it is taken down", async () => {
  const anna = await deskOfOperator("anna@house.test");
  const before = await memberWith(guarded, sampleSet());
  const placed = await checkOut(before, await formOf(before));
  expect(placed.status).toBe(200);
  const late = await memberWith(guarded, sampleSet());
  await anna.carryOut("close", {});
  expect(await home()).toContain("isn’t taking new orders at the moment");
  expect(await checkOut(late, await formOf(late))).toMatchObject({
    status: 409,
    body: { code: "shop_closed" },
  });
  expect((await pay(before, placed.body.order_id)).status, "an order that was placed").toBe(200);
  await anna.carryOut("open", {});
  expect((await checkOut(late, await formOf(late))).status).toBe(200);
  expect(await home()).not.toContain("takes no new orders");
});

const textsIn = async (locale: string) =>
  (await guarded.fetch(`/locales/${locale}/shop.json`)).json() as Promise<{
    cart: { title: string; set_number: string };
  }>;

const ownTexts = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      ["zh", "en", "ja"].map(async (one) => [`text_${one}`, (await textsIn(one)).cart.title]),
    ),
  );

async function previewing(text: string) {
  const [, address = ""] = /href="([^"]*\/preview\/\w+)"/.exec(text) ?? [];
  const { headers } = await guarded.fetch(new URL(address).pathname);
  return { Cookie: headers.get("Set-Cookie")?.split(";")[0] ?? "" };
}

test("a text is mended, survives the next deployment, and goes back", async () => {
  const dora = await deskOfOperator("dora@house.test");
  const own = await ownTexts();
  const key = "shop cart.title";
  expect((await dora.open(`/texts?q=cart.title`)).text).toContain(key);
  const { text } = await dora.plan("text", { key, ...own, text_en: "Your <i>cart</i>" });
  expect(text).toContain("becomes “Your &lt;i&gt;cart&lt;/i&gt;”");
  const cookie = await previewing(text);
  const preview = await guarded.fetch("/locales/en/shop.json", { headers: cookie });
  expect(preview.headers.get("Cache-Control")).toBe("no-store");
  expect(await preview.text(), "for the operator alone").toContain("Your <i>cart</i>");
  expect(await (await guarded.fetch("/en/cart", { headers: cookie })).text()).toContain(
    "Preview ×",
  );
  expect((await textsIn("en")).cart.title).toBe(own["text_en"]);
  await dora.carryOut("text", { key, ...own, text_en: "Your <i>cart</i>" });
  expect((await textsIn("en")).cart.title).toBe("Your <i>cart</i>");
  const file = await guarded.content.get("locales/en/shop");
  await guarded.content.put("locales/en/shop", file ?? "");
  expect((await textsIn("en")).cart.title, "the files were published anew").toBe(
    "Your <i>cart</i>",
  );
  expect((await dora.open(`/texts?${new URLSearchParams({ key })}`)).text).toContain(
    "dora@house.test",
  );
  const back = await dora.plan("text", { key, ...own });
  const headers = await previewing(back.text);
  const before = await guarded.fetch("/locales/en/shop.json", { headers });
  expect(await before.json(), "as its own language has it").toMatchObject({
    cart: { title: own["text_en"] },
  });
  await dora.carryOut("text", { key, ...own });
  expect(await textsIn("en")).toMatchObject({ cart: { title: own["text_en"] } });
});

test.each([
  ["another placeholder", "shop cart.set_number", "Set {{count}}", "another text or placeholder"],
  ["an unknown fact", "shop cart.title", "Cart of {nobody}", "which brand.json lacks"],
])("a text with %s is refused with the publisher's sentence", async (_, key, text_en, why) => {
  const dora = await deskOfOperator("dora@house.test");
  const name = key.endsWith("set_number") ? "set_number" : "title";
  const own = {
    text_zh: (await textsIn("zh")).cart[name],
    text_ja: (await textsIn("ja")).cart[name],
  };
  const answer = await dora.post("text", { key, ...own, text_en, reason: "a try" });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain(why);
});

test("an information page is mended in one language, and a link that would not be shown is refused", async () => {
  const dora = await deskOfOperator("dora@house.test");
  const page = "ReturnPolicy";
  const { text: form } = await dora.open(`/texts?key=${page}`);
  const written = Array.from(
    form.matchAll(/<textarea name="(\w+)"[^>]*>([^<]*)/g),
    ([, name = "", text = ""]) => [name, decoded(text)],
  );
  const own = Object.fromEntries(written);
  const shown = async () => (await guarded.fetch(`/api/v1/info-pages/${page}`)).text();
  const before = await shown();
  const wrong = { ...own, text_en: `${own["text_en"]}\n\n[here](javascript:alert(1))` };
  expect((await dora.post("text", { key: page, ...wrong, reason: "why" })).status).toBe(409);
  await dora.carryOut("text", { key: page, ...own, text_en: `${own["text_en"]}\n\nMended today.` });
  expect(await shown()).toContain("Mended today.");
  await dora.carryOut("text", { key: page, ...own });
  expect(await shown()).toBe(before);
});

test("a file without the gateway's columns is refused with a sentence", async () => {
  const refused = await uploaded(desk, shop.url.origin, "2026-11", "name,price\nrose,3\n");
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("no columns")]);
  const statusOf = async (...sent: [month: string, csv?: string]) =>
    (await uploaded(desk, shop.url.origin, ...sent)).status;
  expect([await statusOf("", "a"), await statusOf("2026-11")]).toEqual([400, 400]);
  expect(await statusOf("2026-11", "x".repeat(4_096 * 1024)), "with its envelope").toBe(413);
});
