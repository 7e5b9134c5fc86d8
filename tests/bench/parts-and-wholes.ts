/** The answers that are measured, each against what it is made of; all of them come from one workerd. */
import { createHash } from "node:crypto";
import { add } from "../support/carts.ts";
import { bundleOf } from "../support/bundles.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop, staging } from "../support/shop.ts";
import { newShopper, type Shopper } from "../support/shopper.ts";
import type { Asked } from "./load.ts";

export interface Measured extends Asked {
  against: readonly string[];
  aim?: number;
}

/**
 * The production build as it is, reachable past Miniflare's own Workers: these cost 3.5 times as much as the shop. Cloudflare's
 * counters answer from the machine's memory; Miniflare's are a Durable Object that writes, which costs more than the answers.
 */
const entry = `
import shop from "./index.js";
const counter = { limit: () => Promise.resolve({ success: true }) };
let bindings;
function withCounters(env) {
  const names = Object.keys(env).filter((name) => name.startsWith("PER_"));
  return { ...env, ...Object.fromEntries(names.map((name) => [name, counter])) };
}
export default shop;
export const direct = {
  fetch: (request, env, execution) => shop.fetch(request, (bindings ??= withCounters(env)), execution),
};
`;

const aroundShop = { modules: { "entry.js": entry }, direct: "direct" };

export const bare = "bare Hono";
const upstreamOwn = "upstream's own answer";
const [oneRead, oneBatch, oneText] = ["one D1 read", "one D1 batch of two", "one KV read"];
const [guestRows, memberRows] = ["rows of a guest's cart", "rows of a member's cart"];

export async function startMeasurable(): Promise<{ shop: Shop; all: Record<string, Measured> }> {
  const config = "tests/bench/parts.toml";
  const script = await bundleOf("tests/bench/parts.ts");
  const shop = await startShop({
    // Local mode looks at each request's address; a deployed shop does not.
    vars: staging,
    around: aroundShop,
    beside: [{ config, script, bindings: {}, around: { modules: {}, direct: "default" } }],
  });
  const [shopUrl, partsUrl, upstreamUrl] = await Promise.all([
    shop.directUrl("sillage", aroundShop.direct),
    shop.directUrl("sillage-parts", "default"),
    shop.directUrl("sillage-reference-upstream", "default"),
  ]);
  const visited = { ...shop, url: new URL(staging.PUBLIC_ORIGIN) };
  const guest = newShopper(visited);
  await add(guest);
  const member = await newMember(visited);
  await add(member.shopper);
  const [session = ""] = member.shopper.cookies.get("__Host-sillage_refresh")?.split(".") ?? [];
  const owner = await ownerOf(shop, session);
  const part = (path: string): Measured => ({
    url: new URL(path, partsUrl),
    status: 200,
    against: [bare],
  });
  const own = (path: string, aim: number, rest: Partial<Measured> = {}): Measured => ({
    url: new URL(path, shopUrl),
    status: 200,
    against: [bare],
    aim,
    ...rest,
  });
  const tagged = await fetch(new URL("/locales/en/shop.json", shopUrl));
  await tagged.text();
  const all: Record<string, Measured> = {
    [bare]: part("/bare"),
    [oneText]: part("/kv/en/shop"),
    [oneRead]: part(`/d1/${session}`),
    [oneBatch]: part(`/d1/${session}/lines`),
    [guestRows]: part(`/d1/carts/${hashOf(guest.cookies.get("__Host-sillage_cart") ?? "")}`),
    [memberRows]: part(`/d1/carts/${owner}/${session}`),
    "home document": own("/en/home", 3),
    "login document": own("/en/login", 3),
    "info document": own("/en/info/PrivacyPolicy", 3),
    "locale file": own("/locales/en/shop.json", 2.5),
    "locale file, 304": own("/locales/en/shop.json", 2.5, {
      status: 304,
      headers: { "If-None-Match": tagged.headers.get("ETag") ?? "" },
    }),
    "configuration, no I/O": own("/api/v1/config", 2),
    "cart of a guest": own("/api/v1/cart/", 1.3, {
      against: [guestRows],
      headers: asBrowser(guest),
    }),
    "cart of a member": own("/api/v1/cart/", 1.3, {
      against: [memberRows],
      headers: asBrowser(member.shopper),
    }),
    [upstreamOwn]: {
      url: new URL("/api/v1/members/me", upstreamUrl),
      headers: { Authorization: `Bearer ${await upstreamToken(upstreamUrl, member)}` },
      status: 200,
      against: [bare],
    },
    "forwarded read of a member": own("/api/v1/members/me", 1.15, {
      against: [upstreamOwn, oneRead],
      headers: asBrowser(member.shopper),
    }),
  };
  return { shop, all };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function ownerOf({ db }: Shop, session: string): Promise<string> {
  const statement = db.prepare("SELECT member_id AS id FROM sessions WHERE id = ?").bind(session);
  const row = await statement.first<{ id: string }>();
  if (row === null) throw new Error("nobody has signed in");
  return row.id;
}

function asBrowser({ token, cookies }: Shopper): Record<string, string> {
  return {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "Accept-Language": "en",
    "X-Requested-With": "fetch",
  };
}

async function upstreamToken(
  upstream: URL,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const response = await fetch(new URL("/api/v1/auth/login/password-verify", upstream), {
    method: "POST",
    body: new URLSearchParams({ username: email, password }),
  });
  const { access_token: token }: { access_token?: string } = await response.json();
  if (token === undefined) throw new Error(`the upstream answered ${response.status}`);
  return token;
}
