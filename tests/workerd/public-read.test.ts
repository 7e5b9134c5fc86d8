import { env } from "cloudflare:workers";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import type { Locale } from "#contract/locales";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { version } from "../../worker/platform/build.ts";
import { listCustomTexts } from "../../worker/upstream/products.ts";
import { readPublic } from "../../worker/upstream/public-read.ts";
import { readLocale, type ContentPorts } from "../../worker/store/content.ts";
import { deskKey, localeKey } from "../../worker/store/keys.ts";
import { minuteMs, noon, refuses } from "./database.ts";
import { portsWith } from "./ports.ts";

const unknown = { status: 404, detail: "none" };

/** An edge of its own for each test, whose upstream says `text` until told otherwise. */
function edge() {
  const state = { text: "first", now: noon, isDown: false, isUnknown: false };
  const behind: Promise<unknown>[] = [];
  const { deps, heard, said } = portsWith({
    answers: () => {
      if (state.isDown) return new ShopError("upstream_unavailable");
      if (state.isUnknown) return new ShopError("upstream_refused", unknown);
      return [{ type: "banner", text: state.text }];
    },
    now: () => state.now,
    own: { waitUntil: (work: Promise<unknown>) => void behind.push(work) },
  });
  async function read(locale: Locale = "en", query = {}) {
    try {
      const json = await readPublic({ ...deps, locale }, listCustomTexts, { query });
      return JSON.parse(json).data[0].text;
    } finally {
      await Promise.all(behind.splice(0));
      await Promise.all(behind.splice(0));
    }
  }
  return { state, read, heard, said, publicOrigin: deps.publicOrigin };
}

test("for five minutes the upstream is asked once a language and query, whoever reads", async () => {
  const { state, read, heard, publicOrigin } = edge();
  expect(await read()).toBe("first");
  const key = new URL("/api/v1/custom-texts/?~language=en", publicOrigin);
  key.searchParams.set("~version", version);
  const stored = await caches.default.match(key);
  expect(stored?.headers.get("Cache-Control"), "kept for a day").toBe("public, max-age=86400");
  state.text = "second";
  state.now += 5 * minuteMs;
  expect([await read(), heard.length]).toEqual(["first", 1]);
  expect([await read("ja"), heard.length]).toEqual(["second", 2]);
  expect([await read("en", { page: 2 }), heard.length]).toEqual(["second", 3]);
});

test("afterwards the old answer is given while one request asks anew behind it", async () => {
  const { state, read, heard } = edge();
  await read();
  state.text = "second";
  state.now += 5 * minuteMs + 1;
  expect([await read(), heard.length]).toEqual(["first", 2]);
  expect([await read(), heard.length]).toEqual(["second", 2]);
});

test("what the upstream does not know it is asked once a minute, and what it knew stays known", async () => {
  const { state, read, heard } = edge();
  await read("ja");
  state.isUnknown = true;
  for (const asked of [2, 2]) {
    await refuses(read(), "upstream_refused", unknown);
    expect(heard).toHaveLength(asked);
  }
  state.now += 6 * minuteMs;
  expect(await read("ja")).toBe("first");
  state.isUnknown = false;
  expect(await read()).toBe("first");
});

test("an outage leaves the old answer in use and a line in the log; without one it is told", async () => {
  const { state, read, heard, said } = edge();
  await read();
  state.isDown = true;
  state.now += 6 * minuteMs;
  expect(await read()).toBe("first");
  expect([said, heard.length]).toEqual([[["warn", "a stale answer stays in use"]], 2]);
  state.isDown = false;
  state.text = "back";
  await read();
  expect(await read(), "asked again at once").toBe("back");
  const other = edge();
  other.state.isDown = true;
  await refuses(other.read(), "upstream_unavailable");
});

const hourMs = 60 * 60 * 1000;
const key = localeKey("en", "common");
let now = noon;
let asked = 0;
let warned: unknown[] = [];
beforeEach(() => {
  now += hourMs;
  asked = 0;
  warned = [];
});

afterEach(() => env.CONTENT.delete(key));

type Kv = "working" | "failing" | "silent";

/** The text at `errors.account_locked`, once everything that goes on behind the answer is done. */
async function readText(kv: Kv = "working") {
  const context = createExecutionContext();
  const content = {
    get: (...args: Parameters<KVNamespace["get"]>) => {
      // Nothing of the desk's lies over it.
      if ((args as unknown[])[0] === deskKey) return Promise.resolve(null);
      asked += 1;
      if (kv === "failing") return Promise.reject(new Error("KV is down"));
      return kv === "silent" ? new Promise(() => {}) : env.CONTENT.get(...args);
    },
  };
  const ports = {
    bindings: { CONTENT: content },
    pageConfig: { CONTENT_MEMORY_SECONDS: 30 },
    log: { warn: (_event: string, fields: { reason: string }) => warned.push(fields.reason) },
    now: () => now,
    waitUntil: (work: Promise<unknown>) => context.waitUntil(work),
    preview: null,
  } as unknown as ContentPorts;
  const { value, ageSeconds } = await readLocale(ports, "en", "common");
  if (kv !== "silent") await waitOnExecutionContext(context);
  const { errors } = JSON.parse(new TextDecoder().decode(value.bytes));
  return { file: value, ageSeconds, locked: errors.account_locked as string };
}

const publish = (text: string) =>
  env.CONTENT.put(key, JSON.stringify({ errors: { account_locked: text } }));

test("a warm isolate asks KV once in 30 seconds, behind the answer, and shows an edit within a minute", async () => {
  await publish("before");
  const first = await readText();
  await publish("after");
  now += 29_000;
  const kept = await readText();
  expect([kept.locked, kept.ageSeconds, asked]).toEqual(["before", 29, 1]);
  expect(kept.file).toBe(first.file);
  now += 1000;
  expect([(await readText()).locked, asked]).toEqual(["before", 2]);
  expect([(await readText()).locked, asked]).toEqual(["after", 2]);
});

test("an isolate that was idle for a minute waits for KV rather than show an old text", async () => {
  await publish("before");
  await readText();
  await publish("after");
  now += 60_000;
  expect([(await readText()).locked, asked]).toEqual(["after", 2]);
});

test.each(["failing", "silent"] as const)("while KV is %s, memory answers shoppers", async (kv) => {
  await publish("known");
  await readText();
  now += hourMs;
  expect((await readText(kv)).locked).toBe("known");
  expect([(await readText(kv)).locked, asked]).toEqual(["known", 2]);
  // Who has waited half a second for KV leaves a line, as does an answer of KV that is no text.
  expect(warned).toEqual(kv === "silent" ? ["slow"] : ["failed"]);
  now += 30_000;
  await publish("later");
  expect([(await readText()).locked, asked]).toEqual(["later", 3]);
});
