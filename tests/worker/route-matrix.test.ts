/** Who may call which route: one row a route in `support/api-routes.ts`, one test a kind of stranger. */
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signToken } from "../../worker/shop/sessions/tokens.ts";
import { apiRoutes, type ApiRoute, type Belonging } from "../support/api-routes.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Json, type Shopper } from "../support/shopper.ts";

const secret = "a-session-secret-that-only-the-route-matrix-knows-01";
const demoPassword = "Perfume#2026";
const minute = 60_000;

let shop: Shop;
let noor: NewMember;
let mei: Shopper;
let otp: Shopper;
let sid: string;
let memberId: string;
beforeAll(async () => {
  shop = await startShop({ secrets: { SESSION_SECRET: secret } });
  [mei, otp] = [newShopper(shop), newShopper(shop)];
  noor = await newMember(shop);
  await mei.signIn("mei@example.test", demoPassword);
  otp.token = (await otp.signIn("otp@example.test", demoPassword)).body.temp_token;
  ({ sub: memberId, sid } = payloadOf(noor.shopper.token));
});
afterAll(() => shop.close());

const payloadOf = (token: string | null) =>
  JSON.parse(Buffer.from((token ?? "").split(".")[1] ?? "", "base64url").toString());
const nameOf = ({ method, path }: ApiRoute) => `${method} ${path}`;
const mayChange = (route: ApiRoute) => route.method !== "GET";
const rows = (...who: ApiRoute["who"][]) => apiRoutes.filter((route) => who.includes(route.who));

/** Asks as a browser does that has this token and nothing else. */
async function ask(
  route: ApiRoute,
  token: string | null,
  id = "nothing-like-it",
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json }> {
  const shopper = newShopper(shop);
  shopper.token = token;
  const path = route.path.replace("/api/v1", "").replace(/\{\w+\}/, id);
  const all = { ...route.headers, ...headers };
  if (route.path === "/api/health")
    return {
      status: (
        await shop.fetch(
          route.path,
          token === null ? {} : { headers: { Authorization: `Bearer ${token}` } },
        )
      ).status,
      body: null,
    };
  // Guessing at one e-mail again and again would lock it.
  const form =
    route.form?.username === undefined
      ? route.form
      : { ...route.form, username: `nobody-${randomInt(1e9)}@example.test` };
  return form ? shopper.form(path, form, all) : shopper.send(route.method, path, route.json, all);
}

/** Each row asked in turn, so that a failure names all of them at once. */
async function answersOf(
  routes: readonly ApiRoute[],
  token: string | null,
  id?: string,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const route of routes) {
    const { status, body } = await ask(route, token, id);
    answers[nameOf(route)] = `${status} ${body?.code ?? ""}`.trim();
  }
  return answers;
}
const allAre = (routes: readonly ApiRoute[], answer: string) =>
  Object.fromEntries(routes.map((route) => [nameOf(route), answer]));

/** The routes as the Workers' table of contents mounts them. */
async function mountedRoutes(): Promise<string[]> {
  const source = readFileSync(resolve(import.meta.dirname, "../../worker/index.ts"), "utf8");
  expect(source, "index.ts mounts, it declares no route itself").not.toMatch(
    /\bapp\.(get|post|put|patch|delete|on)\(/,
  );
  const files = new Map(
    [...source.matchAll(/import \{ ([\w, ]+) \} from "\.\/routes\/([\w-]+)\.ts"/g)].flatMap(
      ([, names = "", file = ""]) => names.split(", ").map((name) => [name, file] as const),
    ),
  );
  const mounts = [...source.matchAll(/app\.route\("([^"]+)", (\w+)\)/g)].filter(([, prefix = ""]) =>
    prefix.startsWith("/api"),
  );
  const found = new Set<string>();
  for (const [, prefix = "", name = ""] of mounts) {
    const part: { [name: string]: Hono } = await import(
      `../../worker/routes/${files.get(name)}.ts`
    );
    for (const { method, path } of part[name]?.routes ?? []) {
      if (method === "ALL") expect(path, `${name} answers every method of one path`).toMatch(/\*$/);
      else
        found.add(`${method} ${`${prefix}${path}`.replace(/\/$/, "").replace(/:(\w+)/g, "{$1}")}`);
    }
  }
  return [...found].sort();
}

test("every route of the shop has a row here, and every row a route", async () => {
  expect(apiRoutes.map(nameOf).sort()).toEqual(await mountedRoutes());
  expect(new Set(apiRoutes.map(nameOf)).size).toBe(apiRoutes.length);
});

test("without a token nobody gets past a member's route, the second step or the refresh", async () => {
  const closed = rows("member", "second step");
  expect(await answersOf(closed, null)).toEqual(allAre(closed, "401 unauthenticated"));
  const refresh = rows("refresh cookie");
  expect(await answersOf(refresh, null)).toEqual(allAre(refresh, "401 refresh_token_missing"));
});

/** Tokens that are not a live access token of ours; each is refused before anything else is looked at. */
const badTokens: [kind: string, make: () => Promise<string> | string][] = [
  ["a made-up token", () => "not.a.token"],
  ["the token of a sign-in that still owes its code", () => otp.token ?? ""],
  [
    "an expired token",
    () =>
      signToken(
        secret,
        "access",
        { sub: memberId, sid, endsAt: Date.now() },
        Date.now() - 30 * minute,
      ),
  ],
  [
    "a token signed with another shop's secret",
    () =>
      signToken(
        `${secret}-other`,
        "access",
        { sub: memberId, sid, endsAt: Date.now() + minute },
        Date.now(),
      ),
  ],
  [
    "a token without a session",
    () => signToken(secret, "access", { sub: memberId, endsAt: Date.now() + minute }, Date.now()),
  ],
  ["a token with its signature cut off", () => (noor.shopper.token ?? "").replace(/[^.]+$/, "")],
];

test.each(badTokens)("%s opens no member's route and no cart", async (_kind, make) => {
  const closed = rows("member", "guest or member");
  expect(await answersOf(closed, await make())).toEqual(allAre(closed, "401 token_invalid"));
});

test("a member's token does not stand in for the temporary token of the second step, nor does any other", async () => {
  const closed = rows("second step");
  const expired = await signToken(
    secret,
    "pre_otp",
    { sub: payloadOf(otp.token).sub, endsAt: Date.now() },
    Date.now() - 30 * minute,
  );
  const unknown = await signToken(
    secret,
    "pre_otp",
    { sub: "no-such-challenge", endsAt: Date.now() + minute },
    Date.now(),
  );
  for (const token of [noor.shopper.token, expired, unknown, "not.a.token"])
    expect(await answersOf(closed, token)).toEqual(allAre(closed, "401 token_invalid"));
});

test("no bearer token stands in for the refresh cookie", async () => {
  const closed = rows("refresh cookie");
  for (const token of [noor.shopper.token, otp.token, "not.a.token"])
    expect(await answersOf(closed, token)).toEqual(allAre(closed, "401 refresh_token_missing"));
});

test("what is open to anyone answers the same whatever token comes along, and never with a fault of ours", async () => {
  const open = rows("anyone");
  const plain = await answersOf(open, null);
  for (const [name, answer] of Object.entries(plain)) expect.soft(answer, name).not.toMatch(/^5/);
  expect(await answersOf(open, "not.a.token")).toEqual(plain);
  expect(await answersOf(open, otp.token)).toEqual(plain);
});

test("a session that was ended opens no member's route and no cart any more, though its token has minutes left (R17)", async () => {
  const lost = newShopper(shop);
  await lost.signIn("sato@example.test", demoPassword);
  const { token } = lost;
  expect((await lost.get("/auth/sessions")).status).toBe(200);
  expect((await lost.send("POST", "/auth/logout")).status).toBe(204);
  const closed = rows("member", "guest or member");
  expect(await answersOf(closed, token)).toEqual(allAre(closed, "401 token_revoked"));
});

test("a member who owes a new password gets it changed and nothing else", async () => {
  const newcomer = newShopper(shop);
  expect(
    (await newcomer.signIn("newpass@example.test", demoPassword)).body.must_change_password,
  ).toBe(true);
  const closed = rows("member").filter((route) => route.beforePasswordChange === undefined);
  expect(await answersOf(closed, newcomer.token)).toEqual(
    allAre(closed, "403 password_change_required"),
  );
  expect((await newcomer.get("/members/me")).status).toBe(200);
});

async function belongingsOfMei(): Promise<Record<Belonging, string[]>> {
  const [addresses, orders, cart, devices] = await Promise.all([
    mei.get("/shipping-addresses"),
    mei.get("/orders/my-orders"),
    mei.get("/cart"),
    mei.get("/auth/sessions"),
  ]);
  const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort();
  return {
    address: addresses.body.data
      .map((one: { id: string; address: string }) => `${one.id} ${one.address}`)
      .sort(),
    answers: orders.body.data
      .flatMap((one: { survey_response_id: string | null }) => one.survey_response_id ?? [])
      .sort(),
    order: orders.body.data
      .map((one: { id: string; status: string }) => `${one.id} ${one.status}`)
      .sort(),
    "cart line": ids(cart.body.items),
    device: ids(devices.body.data),
  };
}

test("what belongs to Mei does not exist for anybody else, and stays as it was (R38)", async () => {
  await mei.send("POST", "/cart/items", {
    productIds: ["hinoki-rain"],
    itemType: "JAR",
    type: "SAMPLE",
    surveyResponseId: "response-1",
  });
  const before = await belongingsOfMei();
  const owned = apiRoutes.filter((route) => route.of !== undefined);
  expect(new Set(owned.map((route) => route.of)).size, "each kind of belonging is asked for").toBe(
    Object.keys(before).length,
  );
  for (const route of owned) {
    const id = before[route.of ?? "address"][0]?.split(" ")[0] ?? "";
    expect(id, `Mei has something for ${nameOf(route)}`).not.toBe("");
    const [hers, nobodys] = [
      await ask(route, noor.shopper.token, id),
      await ask(route, noor.shopper.token),
    ];
    expect.soft(hers.status, nameOf(route)).toBe(404);
    expect
      .soft(hers.body.code, `${nameOf(route)} answers as if there were none`)
      .toBe(nobodys.body.code);
  }
  expect(await belongingsOfMei()).toEqual(before);
});

test("an id that is none is refused, never a fault (R58, R65)", async () => {
  const withId = apiRoutes.filter((route) => route.path.includes("{"));
  for (const id of ["%00", "..%2f..%2fservice", "%ff", "a".repeat(65), "' OR 1=1--"]) {
    for (const route of withId) {
      const { status } = await ask(route, route.who === "anyone" ? null : noor.shopper.token, id);
      expect
        .soft([400, 404, 422], `${nameOf(route)} with ${id} answers ${status}`)
        .toContain(status);
    }
  }
});

test("a page of another site, or a form without the page's mark, changes nothing anywhere (R20)", async () => {
  const changing = apiRoutes.filter(
    (route) => mayChange(route) && route.fromEcpay === undefined && route.fromBrowser === undefined,
  );
  for (const route of changing) {
    const foreign = await ask(route, noor.shopper.token, undefined, {
      Origin: "https://evil.example",
    });
    expect.soft(`${foreign.status} ${foreign.body.code}`, nameOf(route)).toBe("403 origin_refused");
    const unmarked = await ask(route, noor.shopper.token, undefined, {
      "X-Requested-With": "XMLHttpRequest",
    });
    expect
      .soft(`${unmarked.status} ${unmarked.body.code}`, nameOf(route))
      .toBe("403 request_not_from_page");
  }
});
