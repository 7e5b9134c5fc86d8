/**
 * Whatever an isolate remembers of documents, every answer is that of its own address, language and cookies: thousands of mixed
 * requests to a warm isolate, compared with each other and with a fresh shop.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { localeTable, locales, namespaces } from "../../../worker/contract/locales.ts";
import { infoContexts, screenNames, screens } from "../../../worker/contract/screens.ts";
import { burst, seeded, sized, type Chance } from "../../support/experiment.ts";
import { newMember, type NewMember } from "../../support/new-member.ts";
import { startShop, type Shop } from "../../support/shop.ts";

const requests = sized(1_000, 10_000);
const refreshCookie = "__Host-sillage_refresh";

let shop: Shop;
/** Which nobody has asked before. */
let fresh: Shop;
let members: NewMember[];
beforeAll(async () => {
  [shop, fresh] = await Promise.all([startShop(), startShop()]);
  members = await Promise.all([newMember(shop), newMember(shop), newMember(shop)]);
});
afterAll(() => Promise.all([shop?.close(), fresh?.close()]));

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

type Request = ReturnType<typeof requestOf>;
function requestOf(chance: Chance, at: number) {
  const session = chance.pick(members).shopper.cookies.get(refreshCookie) ?? "";
  const value = chance.pick(["", session, `${chance.below(1e9)}.made-up`, "a b", "%00", "<b>"]);
  const others = chance.pick(["", "i18nextLng=ja; ", "fragrance_cart=abc; "]);
  const cookie = value === "" ? others : `${others}${refreshCookie}=${value}`;
  const locale = chance.pick(locales);
  const isFile = chance.below(6) === 0;
  const path = chance.pick(isFile ? filePaths : documentPaths);
  const folder = path.endsWith(".json") ? `/locales/${locale}` : `/${locale}`;
  const method = chance.below(8) === 0 ? "HEAD" : "GET";
  const hasSession = !isFile && (value === session || value.endsWith(".made-up"));
  // The address of a payment's result holds its signed payload.
  const query = chance.pick(["", "", "?", `?result=signed-payload-${at}`, `?q=${at}&product=%E9`]);
  const headers: Record<string, string> = {
    ...(cookie !== "" && { Cookie: cookie }),
    ...chance.pick([{}, { "Accept-Language": "ja" }, { "Accept-Language": "en-GB,zh;q=0.5" }]),
    ...chance.pick([{}, {}, { "If-Modified-Since": new Date().toUTCString() }]),
    ...chance.pick([{}, { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" }]),
  };
  // What may tell answers apart; the rest of the request must not.
  const kind = [method, locale, path, hasSession].join(" ");
  const address = `${folder}/${path}${query}`;
  return { method, locale, path, address, headers, hasSession, isFile, kind };
}

async function ask(request: Request, at = shop): Promise<Seen> {
  const response = await at.fetch(request.address, request);
  const { "x-request-id": id, age = "0", ...rest } = Object.fromEntries(response.headers);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(Number(age), "an edit would be seen too late").toBeLessThanOrEqual(60);
  const seen = { status: response.status, headers: rest, body: await response.text() };
  // What two shops on this machine may differ by.
  return JSON.parse(JSON.stringify(seen).replaceAll(`:${at.url.port}`, ":port"));
}

/** The least that an answer of its own says. */
function isOwn(request: Request, { status, headers, body }: Seen): boolean {
  if (status !== 200 || headers["set-cookie"] !== undefined) return false;
  if (request.isFile || request.method === "HEAD") return true;
  const { htmlLang } = localeTable[request.locale];
  const [start = ""] = /<html[^>]*>/.exec(body) ?? [];
  const isPrerendered = body.includes("data-prerendered=");
  const origin = shop.url.origin.replace(shop.url.port, "port");
  return (
    start.includes(`lang="${htmlLang}"`) &&
    body.includes(`rel="canonical" href="${origin}/${request.locale}/${request.path}"`) &&
    start.includes("data-member") === (isPrerendered && request.hasSession)
  );
}

test("of thousands of mixed requests to a warm isolate, none gets the answer of another", async () => {
  const chance = seeded(16);
  const asked = Array.from({ length: requests }, (_, at) => requestOf(chance, at));
  const secrets = members.flatMap(({ email, shopper }) => [email, ...shopper.cookies.values()]);
  const answers = await burst(asked.length, 16, (at) => ask(asked[at] as Request));
  const firstOf = new Map<string, { request: Request; seen: Seen }>();
  const mixed: string[] = [];
  for (const [at, seen] of answers.entries()) {
    const request = asked[at] as Request;
    const where = `${request.kind} ${JSON.stringify(request.headers)}`;
    const text = JSON.stringify(seen);
    const told = [...secrets, "signed-payload"].filter((secret) => text.includes(secret));
    if (told.length > 0 || !isOwn(request, seen)) mixed.push(`${where} ${told.join()}`);
    const first = firstOf.get(request.kind);
    if (first === undefined) firstOf.set(request.kind, { request, seen });
    else if (JSON.stringify(first.seen) !== text)
      mixed.push(`${where} differs from ${JSON.stringify(first.request.headers)}`);
  }
  expect(mixed).toEqual([]);
  expect(firstOf.size, "the requests are mixed").toBeGreaterThan(150);
  for (const { request, seen } of chance.shuffled([...firstOf.values()]).slice(0, 64))
    expect(await ask(request, fresh), `${request.address} elsewhere`).toEqual(seen);
});
