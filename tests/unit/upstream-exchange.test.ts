/** What one call to the upstream sends, and how its answer is judged. */
import { beforeEach, expect, test } from "vitest";
import type { UpstreamRequest } from "../../worker/upstream/port.ts";
import { freshClient, hinoki, read, says, type Answer } from "../support/asked-upstream.ts";

let client: Awaited<ReturnType<typeof freshClient>>;
beforeEach(async () => {
  client = await freshClient();
});
const ask: typeof client.ask = (...call) => client.ask(...call);

test("a call says who asks, in which language, and nothing more", async () => {
  await ask([says({ name: "Hinoki" })]);
  expect([client.sent[0]?.method, client.sent[0]?.url, client.sent[0]?.redirect]).toEqual([
    "GET",
    "http://upstream.internal/api/v1/products/hinoki",
    "manual",
  ]);
  expect(Object.fromEntries(client.sent[0]?.headers ?? [])).toEqual({
    accept: "application/json",
    "accept-language": "ja",
    "x-forwarded-for": "192.0.2.7",
  });
});

test("what a call is given goes along: token, cookies, key, source, language, query and body", async () => {
  const all: UpstreamRequest = {
    ...hinoki,
    query: { page: 2, size: undefined, word: "a b" },
    body: { a: "1 2" },
    locale: "zh",
    bearer: "mei's token",
    cookies: { refresh: "r" },
    idempotencyKey: "press-1",
    signInSource: "somewhere",
  };
  await ask([says({ name: "Hinoki" })], all, { method: "POST" });
  expect(client.sent[0]?.url).toBe(
    "http://upstream.internal/api/v1/products/hinoki?page=2&word=a+b",
  );
  expect(Object.fromEntries(client.sent[0]?.headers ?? [])).toMatchObject({
    "accept-language": "zh",
    authorization: "Bearer mei's token",
    cookie: "refresh=r",
    "idempotency-key": "press-1",
    "x-sign-in-source": "somewhere",
    "content-type": "application/json",
  });
  expect(await client.sent[0]?.text()).toBe('{"a":"1 2"}');
  await ask(
    [says({ name: "Hinoki" })],
    { ...all, bearer: null },
    { method: "POST", encoding: "form" },
  );
  expect(client.sent[1]?.headers.get("Authorization")).toBeNull();
  expect(client.sent[1]?.headers.get("Content-Type")).toBe("application/x-www-form-urlencoded");
  expect(await client.sent[1]?.text()).toBe("a=1+2");
});

test("the shop itself speaks for no visitor", async () => {
  await client.upstreamThat([says({ name: "Hinoki" })], null).call(read(), hinoki);
  expect(client.sent[0]?.headers.has("X-Forwarded-For")).toBe(false);
});

test("an answer brings its status and the cookies that it sets", async () => {
  expect(
    await ask([says({ name: "Hinoki", more: 1 }, 201, { "Set-Cookie": "refresh=new; Path=/" })], {
      ...hinoki,
      cookies: { refresh: "old", kept: "k" },
    }),
  ).toEqual({ body: { name: "Hinoki" }, status: 201, cookies: { refresh: "new", kept: "k" } });
});

test.each(["../members", "", "a/b", "%2e%2e"])("nothing is sent for the id %j", async (id) => {
  await expect(ask([says({})], { params: { id } })).rejects.toMatchObject({
    code: "validation_failed",
    facts: { fields: { id: "invalid" } },
  });
  expect(client.sent).toEqual([]);
});

test.each<[what: string, answer: Answer, code: string]>([
  ["a redirect", says("", 302, { Location: "https://evil.example" }), "upstream_garbled"],
  ["300", says("", 300), "upstream_garbled"],
  ["no JSON", says("<html>"), "upstream_garbled"],
  ["JSON of another shape", says({ title: "Hinoki" }), "upstream_garbled"],
  ["more than a mebibyte", says(`"${"x".repeat(1024 * 1024)}"`), "upstream_garbled"],
  ["500", says("", 500), "upstream_failed"],
  ["502", says("", 502), "upstream_unavailable"],
  ["503", says("", 503), "upstream_maintenance"],
  ["504", says("", 504), "upstream_timeout"],
  ["507", says("", 507), "upstream_failed"],
  ["400 without a sentence", says("", 400), "upstream_refused"],
  ["401 without a sentence", says({ detail: 7 }, 401), "token_invalid"],
  ["429 without a sentence", says("nonsense", 429), "too_many_requests"],
  ["a sentence of the documents", says({ detail: "找不到會員。" }, 404), "member_not_found"],
])("an answer of $0 is $2", async (_what, answer, code) => {
  const write = { method: "POST" } as const;
  await expect(ask([answer], hinoki, write)).rejects.toMatchObject({ code });
  expect(client.sent).toHaveLength(1);
});

test("a full mebibyte is still read", async () => {
  const name = "x".repeat(1024 * 1024 - '{"name":""}'.length);
  expect((await ask([says({ name })])).body).toEqual({ name });
});

test("where no document shows an answer any success is one, whatever it says", async () => {
  const command = { expects: "nothing", read: (body: unknown) => body } as const;
  expect((await ask([says("no JSON", 200)], hinoki, command)).body).toBeNull();
  expect((await ask([says({ ok: 1 })], hinoki, command)).body).toEqual({ ok: 1 });
  const large = says(`"${"x".repeat(1024 * 1024)}"`);
  expect((await ask([large], hinoki, command)).body).toBeUndefined();
});

test("a mistake of our own in reading is no fault of the upstream", async () => {
  const broken = () => {
    throw new TypeError("a mistake");
  };
  await expect(ask([says({})], hinoki, { read: broken })).rejects.toBeInstanceOf(TypeError);
  expect(client.warned).toEqual([]);
});
