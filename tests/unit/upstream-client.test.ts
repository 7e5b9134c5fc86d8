import type { EndpointSpec, Group, UpstreamRequest } from "../../worker/upstream/endpoint.ts";
import { freshClient, hinoki, read, says, type Answer } from "./asked-upstream.ts";

let client: Awaited<ReturnType<typeof freshClient>>;
beforeEach(async () => {
  client = await freshClient();
});
afterEach(() => void vi.useRealTimers());
const fine = says({ name: "Hinoki" });
const ask: typeof client.ask = (...call) => client.ask(...call);

test("a call says who asks, in which language, and nothing more (R59)", async () => {
  await ask([fine]);
  const url = "http://upstream.internal/api/v1/products/hinoki";
  expect(client.sent[0]).toMatchObject({ method: "GET", url, redirect: "manual" });
  const asker = { "accept-language": "ja", "x-forwarded-for": "192.0.2.7" };
  const headers = Object.fromEntries(client.sent[0]?.headers ?? []);
  expect(headers).toEqual({ accept: "application/json", ...asker });
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
  await ask([fine], all, { method: "POST" });
  expect(client.sent[0]?.url).toContain("/api/v1/products/hinoki?page=2&word=a+b");
  const whose = { authorization: "Bearer mei's token", cookie: "refresh=r" };
  const facts = { "idempotency-key": "press-1", "x-sign-in-source": "somewhere" };
  const kind = { "accept-language": "zh", "content-type": "application/json" };
  const headers = Object.fromEntries(client.sent[0]?.headers ?? []);
  expect(headers).toMatchObject({ ...whose, ...facts, ...kind });
  expect(await client.sent[0]?.text()).toBe('{"a":"1 2"}');
  const asForm = { method: "POST", encoding: "form" } as const;
  await ask([fine], { ...all, bearer: null }, asForm);
  expect(client.sent[1]?.headers.get("Authorization")).toBeNull();
  expect(client.sent[1]?.headers.get("Content-Type")).toBe("application/x-www-form-urlencoded");
  expect(await client.sent[1]?.text()).toBe("a=1+2");
});

test("the shop itself speaks for no visitor", async () => {
  await client.upstreamThat([fine], null).call(read(), hinoki);
  expect(client.sent[0]?.headers.has("X-Forwarded-For")).toBe(false);
});

test("an answer brings its status and the cookies that it sets (R59)", async () => {
  const answer = says({ name: "Hinoki", more: 1 }, 201, { "Set-Cookie": "refresh=new; Path=/" });
  const cookies = { refresh: "new", kept: "k" };
  const brought = await ask([answer], { ...hinoki, cookies: { ...cookies, refresh: "old" } });
  expect(brought).toEqual({ body: { name: "Hinoki" }, status: 201, cookies });
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
])("an answer of $0 is $2 (R60, R63)", async (_what, answer, code) => {
  const write = { method: "POST" } as const;
  await expect(ask([answer], hinoki, write)).rejects.toMatchObject({ code });
  expect(client.sent).toHaveLength(1);
});

test("where no document shows an answer any success is one, whatever it says", async () => {
  const command = { mustAnswer: false, read: (body: unknown) => body } as const;
  expect((await ask([says("no JSON", 200)], hinoki, command)).body).toBeUndefined();
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

const gone: Answer = () => Promise.reject(new Error("connection lost"));

test.each<[what: string, answer: Answer]>([
  ["a lost connection", gone],
  ["502", says("", 502)],
  ["maintenance", says("", 503)],
])("a read is tried again after $0, twice at most (R79)", async (_what, answer) => {
  const group: Group = "member";
  vi.spyOn(Math, "random").mockReturnValue(0.01);
  const paused = vi.spyOn(globalThis, "setTimeout");
  const third = await ask([answer, answer, fine], hinoki, { group });
  expect(third.body).toEqual({ name: "Hinoki" });
  expect(client.sent).toHaveLength(3);
  client.sent.length = 0;
  await expect(ask([answer], hinoki, { group })).rejects.toThrow();
  expect(client.sent).toHaveLength(3);
  expect(client.warned).toHaveLength(5);
  expect(paused.mock.calls.map(([, ms]) => ms)).toEqual([1, 2, 1, 2]);
  vi.restoreAllMocks();
});

test.each<[what: string, answer: Answer, changes: Partial<EndpointSpec<unknown>>]>([
  ["what may have had effects", gone, { method: "POST" }],
  ["what failed for another reason", says("", 500), {}],
  ["what was refused", says("", 404), {}],
  ["what cannot be read", says("no JSON"), {}],
])("$0 is not tried again (R79)", async (_what, answer, changes) => {
  await expect(ask([answer], hinoki, { group: "checkout", ...changes })).rejects.toThrow();
  expect(client.sent).toHaveLength(1);
});

test("a refusal leaves no line in the log, an unreadable answer does", async () => {
  await expect(ask([says("", 404)])).rejects.toThrow();
  expect(client.warned).toEqual([]);
  await expect(ask([says("no JSON")])).rejects.toThrow();
  expect(client.warned).toEqual([["upstream call failed", "upstream_garbled"]]);
});

test("a call that takes longer than it may ends as a timeout, and is not tried again", async () => {
  const never: Answer = () =>
    new Promise((_resolve, reject) =>
      client.sent.at(-1)?.signal.addEventListener("abort", () => reject(new Error("aborted"))),
    );
  await expect(ask([never], { ...hinoki, timeoutMs: 20 })).rejects.toThrow("upstream_timeout");
  expect(client.sent).toHaveLength(1);
  expect(client.took).toEqual([expect.closeTo(20, -5)]);
});

test("repeats are rationed, so that an outage is not met with three calls for one", async () => {
  for (let call = 0; call < 6; call += 1) await ask([gone]).catch(() => {});
  expect(client.sent.length, "six calls and ten repeats").toBe(16);
  for (let call = 0; call < 7; call += 1) {
    client.sent.length = 0;
    await ask([fine]);
  }
  client.sent.length = 0;
  await expect(ask([gone])).rejects.toThrow();
  expect(client.sent.length, "ten calls more or less earn one").toBe(2);
});

test.each(["recommender", "service"] as const)(
  "%s, which fails by volume, is held back without a call, and the others go on",
  async (group) => {
    const failing = { group, method: "POST" } as const;
    for (let call = 0; call < 20; call += 1)
      await expect(ask([says("", 500)], hinoki, failing)).rejects.toThrow("upstream_failed");
    expect(client.warned).toContainEqual(["upstream calls are held back", undefined]);
    client.sent.length = 0;
    await expect(ask([fine], hinoki, failing)).rejects.toThrow("upstream_unavailable");
    expect(client.sent).toEqual([]);
    expect(await ask([fine])).toMatchObject({ status: 200 });
  },
);

async function failTimes(times: number, answers: Answer[], timeoutMs: number) {
  const recommender = { method: "POST", group: "recommender" } as const;
  for (let call = 0; call < times; call += 1)
    await ask(answers, { ...hinoki, timeoutMs }, recommender).catch(() => {});
}

test.each([
  ["a call that runs out of the little time it was given", 504, 5_000, true],
  ["another failure of such a call", 500, 5_000, false],
  ["a call that had all the time there is", 504, 8_000, false],
])("%s (%i after %i ms) holds no others back: %s", async (_what, status, timeoutMs, isHarmless) => {
  await failTimes(60, [says("", status)], timeoutMs);
  expect(client.sent.length === 60).toBe(isHarmless);
});

test.each([
  ["identity", "/auth/password-policy"],
  ["member", "/members/me"],
  ["catalogue", "/reorder-settings/"],
  ["checkout", "/orders/my-orders?skip=0&limit=1"],
] as const)(
  "of %s, where callers choose what fails, the shop's own %s decides",
  async (group, path) => {
    const chosen = { method: "POST", group } as const;
    const fail = (answers: Answer[]) => ask(answers, hinoki, chosen).catch(() => {});
    const isProbe = ({ url }: Request) => url.endsWith(path);
    for (let call = 0; call < 20; call += 1) await fail([says("", 500)]);
    await expect.poll(() => client.warned.at(-1)?.[0]).toBe("upstream calls are held back");
    expect(client.sent.filter(isProbe)).toHaveLength(1);
    expect(client.sent.find(isProbe)?.headers.has("X-Forwarded-For")).toBe(false);
    client.sent.length = 0;
    await fail([says("", 500)]);
    expect(client.sent).toEqual([]);
  },
);

test("refusals and unreadable answers hold nothing back, however many there are", async () => {
  const many = { group: "service", method: "POST" } as const;
  for (let call = 0; call < 60; call += 1) {
    const answer = call % 2 === 0 ? says("", 404) : says("no JSON");
    await ask([answer], hinoki, many).catch(() => {});
  }
  expect(client.sent).toHaveLength(60);
});
