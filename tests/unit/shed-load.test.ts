/** What somebody hears who is turned away; `load.test.ts` has who is, `tests/deep/worker/overload.test.ts` a whole shop. */
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { App } from "../../worker/context.ts";
import { onError } from "../../worker/middleware/error-handler.ts";
import { shedLoad } from "../../worker/middleware/shed-load.ts";
import { within } from "../../worker/middleware/validate.ts";
import { mostUnderWay } from "../../worker/platform/load.ts";

test("who comes when too many are there is told to come back, the least important first, and the log tells it once a second", async () => {
  const warned: unknown[] = [];
  let now = 10_000;
  const behind: Promise<unknown>[] = [];
  const deps = {
    now: () => now,
    waitUntil: (work: Promise<unknown>) => void behind.push(work),
    log: { info: () => {}, warn: (...line: unknown[]) => void warned.push(line) },
  };
  let leave = () => {};
  const held = new Promise<void>((resolve) => (leave = resolve));
  const app = new Hono<App>();
  app.use(async (c, next) => {
    // Nothing here uses another port.
    c.set("deps", deps as unknown as App["Variables"]["deps"]);
    await next();
  });
  app.use(shedLoad);
  app.get("/api/v1/members/me", async (c) => {
    await held;
    return c.text("");
  });
  app.post("/api/v1/raw-materials/chat", within(100), (c) => c.text(""));
  app.onError(onError);
  const chat = () => app.request("/api/v1/raw-materials/chat", { method: "POST", body: "x" });
  const count = mostUnderWay.recommendations;
  const others = Array.from({ length: count - 1 }, () => app.request("/api/v1/members/me"));
  expect((await chat()).status).toBe(200);
  others.push(Promise.resolve(app.request("/api/v1/members/me")));
  const refused = await chat();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect((await refused.json()).code).toBe("overloaded");
  const line = ["load.shed", { reason: "recommendations", count }];
  expect(warned).toEqual([line]);
  now += 999;
  await chat();
  expect(warned).toHaveLength(1);
  now += 1;
  await chat();
  expect(warned).toEqual([line, line]);
  leave();
  for (const { status } of await Promise.all(others)) expect(status).toBe(200);
  expect((await chat()).status).toBe(200);
  await Promise.all(behind);
});
