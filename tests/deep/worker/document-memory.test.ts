/**
 * Whatever an isolate remembers of documents, every answer is that of its own address, language and cookies: thousands of mixed
 * requests to a warm isolate, compared with their own rules, with each other and with isolates that remember nothing.
 */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localeTable, locales, namespaces, type Locale } from "../../worker/contract/locales.ts";
import { infoContexts, screenNames, screens } from "../../worker/contract/screens.ts";
import { burst, longTest, seeded, sized, type Chance } from "../support/experiment.ts";
import { inCopy, laterBy, startIsolates } from "../support/isolates.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { flatMessages, read } from "../support/repository.ts";
import type { Shop } from "../support/shop.ts";

const requests = sized(1_000, 10_000);
const copies = sized(16, 64);
const refreshCookie = "__Host-sillage_refresh";

let shop: Shop;
let members: NewMember[];
beforeAll(async () => {
  shop = await startIsolates(copies + 1);
  members = await Promise.all([newMember(shop), newMember(shop), newMember(shop)]);
});
afterAll(() => shop?.close());

interface Request {
  method: "GET" | "HEAD";
  locale: Locale;
  /** Without its language. */
  path: string;
  query: string;
  headers: Record<string, string>;
  /** A session cookie that may be one. */
  hasSession: boolean;
}

interface Seen {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const documentPaths = [
  ...screenNames.map((name) => screens[name].path).filter((path) => !path.includes(":")),
  ...infoContexts.map((context) => `info/${context}`),
];
const filePaths = [...namespaces.map((name) => `${name}.json`), "manifest.webmanifest"];

const secretsOf = ({ email, shopper }: NewMember): string[] =>
  [email, shopper.token ?? "", ...shopper.cookies.values()].filter((word) => word !== "");

const nonsense = ["", "a b", "%00", "x".repeat(600), `1; ${refreshCookie}=2`, "<script>", "é"];

function cookiesOf(chance: Chance): { cookie: string | null; hasSession: boolean } {
  const others = chance.pick(["", "i18nextLng=ja; ", "fragrance_cart=abc; ", "i18nextLng=xx; "]);
  const kind = chance.below(5);
  const session = chance.pick(members).shopper.cookies.get(refreshCookie) ?? "";
  if (kind < 2) return { cookie: others === "" ? null : others, hasSession: false };
  if (kind === 2) return { cookie: `${others}${refreshCookie}=${session}`, hasSession: true };
  if (kind === 3)
    return { cookie: `${others}${refreshCookie}=${chance.below(1e9)}.made-up`, hasSession: true };
  const odd = chance.pick(nonsense.filter((word) => /^[\x20-\x7e]*$/.test(word)));
  return { cookie: `${others}${refreshCookie}=${odd}`, hasSession: false };
}

function requestOf(chance: Chance, at: number): Request {
  const { cookie, hasSession } = cookiesOf(chance);
  const isFile = chance.below(6) === 0;
  return {
    method: chance.below(8) === 0 ? "HEAD" : "GET",
    locale: chance.pick(locales),
    path: isFile ? chance.pick(filePaths) : chance.pick(documentPaths),
    // The address of a payment's result holds its signed payload.
    query: chance.pick(["", "", "?", `?result=signed-payload-${at}`, `?q=${at}&product=%E9`]),
    headers: {
      ...(cookie === null ? {} : { Cookie: cookie }),
      ...chance.pick([{}, { "Accept-Language": "ja" }, { "Accept-Language": "en-GB,zh;q=0.5" }]),
      ...chance.pick([{}, {}, { "If-Modified-Since": new Date().toUTCString() }]),
      ...chance.pick([{}, { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" }]),
    },
    hasSession,
  };
}

const addressOf = ({ locale, path, query }: Request) =>
  path.endsWith(".json") ? `/locales/${locale}/${path}${query}` : `/${locale}/${path}${query}`;

async function ask(request: Request, headers: Record<string, string> = {}): Promise<Seen> {
  const response = await shop.fetch(addressOf(request), {
    method: request.method,
    headers: { ...request.headers, ...headers },
  });
  const { "x-request-id": id, age = "0", ...rest } = Object.fromEntries(response.headers);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(Number(age), "an edit would be seen too late").toBeLessThanOrEqual(60);
  // Only the development server's policy names it.
  const body = (await response.text()).replaceAll(/ nonce="[\da-f-]{36}"/g, "");
  return { status: response.status, headers: rest, body };
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const titles = Object.fromEntries(
  locales.map((locale) => [locale, flatMessages(locale, "common")]),
);
const asHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;");

function titleOf({ locale, path }: Request): string {
  const named = screenNames.find((name) => screens[name].path === path);
  const key = named ?? `info.${path.slice("info/".length)}`;
  return titles[locale]?.get(`meta.${key}.title`) ?? "no title";
}

/** What is wrong with a document for what was asked; nothing, for the right one. */
function wrongIn(request: Request, { status, headers, body }: Seen): string[] {
  const wrong: string[] = [];
  const must = (holds: boolean, what: string) => {
    if (!holds) wrong.push(what);
  };
  const { htmlLang } = localeTable[request.locale];
  const isPayment = request.path === screens.paymentResult.path;
  must(status === 200, `status ${status}`);
  must(headers["content-language"] === htmlLang, `language ${headers["content-language"]}`);
  must(headers["vary"] === "Cookie", `vary ${headers["vary"]}`);
  must(headers["set-cookie"] === undefined, "sets a cookie");
  must(headers["cache-control"] === (isPayment ? "no-store" : "no-cache"), "cache-control");
  must((headers["referrer-policy"] === "no-referrer") === isPayment, "referrer-policy");
  if (request.method === "HEAD") {
    must(body === "", "a body for HEAD");
    return wrong;
  }
  const [start = ""] = /<html[^>]*>/.exec(body) ?? [];
  must(start.includes(`lang="${htmlLang}"`), `starts ${start}`);
  must(body.includes(`<title>${asHtml(titleOf(request))}</title>`), "title of another");
  must(
    body.includes(`rel="canonical" href="${shop.url.origin}/${request.locale}/${request.path}"`),
    "canonical",
  );
  const isPrerendered = body.includes("data-prerendered=");
  must(
    start.includes("data-member") === (isPrerendered && request.hasSession),
    `member in ${start}`,
  );
  if (isPrerendered)
    must(
      body.includes(`data-prerendered="/${request.locale}/${request.path}"`),
      "prerendered for another",
    );
  const policy = headers["content-security-policy"] ?? "";
  const inline = (name: string) =>
    [...body.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs"))].map(([, text = ""]) =>
      hashOf(text),
    );
  const allowed = (kind: string) =>
    (new RegExp(`; ${kind}-src 'self'([^;]*)`).exec(policy)?.[1] ?? "no policy").trim();
  must(allowed("script") === inline("script").join(" "), "policy of another's scripts");
  must(allowed("style") === inline("style").join(" "), "policy of another's styles");
  return wrong;
}

/** What may tell answers apart; the rest of the request must not. */
const kindOf = (request: Request) =>
  [
    request.method,
    request.locale,
    request.path,
    request.path.includes(".") ? "" : request.hasSession,
  ].join(" ");

test(
  "of thousands of mixed requests to a warm isolate, none gets the answer of another",
  longTest,
  async () => {
    const chance = seeded(16);
    const asked = Array.from({ length: requests }, (_, at) => requestOf(chance, at));
    const secrets = members.flatMap(secretsOf);
    const answers = await burst(asked.length, 16, (at) => ask(asked[at] as Request));
    const firstOf = new Map<string, { request: Request; seen: Seen }>();
    const mixed: string[] = [];
    for (const [at, seen] of answers.entries()) {
      const request = asked[at] as Request;
      const where = `${kindOf(request)} ${JSON.stringify(request.headers)}`;
      if (!request.path.includes("."))
        mixed.push(...wrongIn(request, seen).map((wrong) => `${where}: ${wrong}`));
      const told = [...secrets, "signed-payload"].filter((secret) =>
        JSON.stringify(seen).includes(secret),
      );
      mixed.push(...told.map((secret) => `${where} tells ${secret}`));
      const first = firstOf.get(kindOf(request));
      if (first === undefined) firstOf.set(kindOf(request), { request, seen });
      else if (JSON.stringify(first.seen) !== JSON.stringify(seen))
        mixed.push(`${where} differs from ${JSON.stringify(first.request.headers)}`);
    }
    expect(mixed).toEqual([]);
    expect(firstOf.size, "the requests are mixed").toBeGreaterThan(150);
    const some = chance.shuffled([...firstOf.values()]).slice(0, copies);
    for (const [copy, { request, seen }] of some.entries())
      expect(await ask(request, inCopy(copy)), `${addressOf(request)} in a fresh isolate`).toEqual(
        seen,
      );
  },
);

test("an edit published to KV is seen within a minute, by an isolate that remembers the old text as by another", async () => {
  const home = async (headers: Record<string, string> = {}) =>
    (await shop.fetch("/ja/home", { headers })).text();
  const title = async (headers: Record<string, string> = {}) => {
    const file: { home: { title: string } } = await (
      await shop.fetch("/locales/ja/shop.json", { headers })
    ).json();
    return file.home.title;
  };
  const shipped = flatMessages("ja", "shop").get("home.title") ?? "";
  expect(await home()).toContain(shipped);
  expect(await title()).toBe(shipped);
  const texts = JSON.parse(read("worker/content/locales/ja/shop.json"));
  texts.home.title = "今朝の香り";
  await shop.content.put("locales/ja/shop", JSON.stringify(texts));
  // KV keeps what it was asked for half a minute more, as the isolate may.
  await home(laterBy(30_000));
  await expect.poll(() => home()).toContain("今朝の香り");
  await expect.poll(() => title()).toBe("今朝の香り");
  expect(await home()).not.toContain(shipped);
  expect(await home(inCopy(copies))).toContain("今朝の香り");
});
