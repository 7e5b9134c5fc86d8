/** `worker/store/content.ts`: which texts shoppers read, and when KV is asked for them. The isolate's memory outlives a test, so each begins an hour later. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "../../worker/platform/log.ts";
import { readLocale, type ContentPorts } from "../../worker/store/content.ts";
import { localeKey } from "../../worker/store/keys.ts";
import { noon } from "./database.ts";

const hourMs = 60 * 60 * 1000;
const key = localeKey("en", "common");
let now = noon;
let asked = 0;
/** Seconds that Cloudflare's nearest place may keep an answer of KV. */
let atTheEdge: unknown = null;
let warned: unknown[] = [];
beforeEach(() => {
  now += hourMs;
  asked = 0;
  warned = [];
});

afterEach(() => env.CONTENT.delete(key));

/** KV as it is, counted; or one that does not answer. */
type Kv = "working" | "failing" | "silent";

/** The text at `errors.account_locked`, once everything that goes on behind the answer is done. */
async function read(kv: Kv = "working") {
  const context = createExecutionContext();
  const content = {
    get: (...args: Parameters<KVNamespace["get"]>) => {
      asked += 1;
      atTheEdge = (args as unknown[])[1];
      if (kv === "failing") return Promise.reject(new Error("KV is down"));
      return kv === "silent" ? new Promise(() => {}) : env.CONTENT.get(...args);
    },
  };
  // What reading content uses of the ports.
  const ports = {
    bindings: { CONTENT: content },
    pageConfig: { CONTENT_MEMORY_SECONDS: 30 },
    log: {
      ...createLog("test"),
      warn: (_event: string, fields: { reason: string }) => warned.push(fields.reason),
    },
    now: () => now,
    waitUntil: (work: Promise<unknown>) => context.waitUntil(work),
  } as unknown as ContentPorts;
  const { value, ageSeconds } = await readLocale(ports, "en", "common");
  if (kv !== "silent") await waitOnExecutionContext(context);
  const texts: { errors: Record<string, string> } = JSON.parse(
    new TextDecoder().decode(value.bytes),
  );
  return { file: value, ageSeconds, errors: texts.errors, locked: texts.errors.account_locked };
}

const publish = (text: string) =>
  env.CONTENT.put(key, JSON.stringify({ errors: { account_locked: text } }));

test("no line of the log says that KV was slow when it was not, and the edge keeps its answer half a minute", async () => {
  await publish("known");
  await read();
  now += hourMs;
  await read();
  expect(warned).toEqual([]);
  expect(atTheEdge).toEqual({ type: "text", cacheTtl: 30 });
});

test("a warm isolate asks KV once in 30 seconds, behind the answer, and shows an edit within a minute", async () => {
  await publish("before");
  const first = await read();
  await publish("after");
  now += 29_000;
  const kept = await read();
  expect([kept.locked, kept.ageSeconds, asked]).toEqual(["before", 29, 1]);
  expect(kept.file).toBe(first.file);
  now += 1000;
  expect([(await read()).locked, asked]).toEqual(["before", 2]);
  expect([(await read()).locked, asked]).toEqual(["after", 2]);
});

test("an isolate that was idle for a minute waits for KV rather than show an old text", async () => {
  await publish("before");
  await read();
  await publish("after");
  now += 60_000;
  expect([(await read()).locked, asked]).toEqual(["after", 2]);
});

test("what did not change stays the same object, so nothing is made from it again", async () => {
  await publish("same");
  const { file } = await read();
  now += hourMs;
  expect((await read()).file).toBe(file);
});

test.each(["failing", "silent"] as const)(
  "while KV is %s, shoppers read what memory has, and KV is asked once in 30 seconds",
  async (kv) => {
    await publish("known");
    await read();
    now += hourMs;
    expect((await read(kv)).locked).toBe("known");
    expect([(await read(kv)).locked, asked]).toEqual(["known", 2]);
    // Who has waited half a second for KV leaves a line, as does an answer of KV that is no text.
    expect(warned).toEqual(kv === "silent" ? ["slow"] : ["failed"]);
    now += 30_000;
    await publish("later");
    expect([(await read()).locked, asked]).toEqual(["later", 3]);
  },
);
