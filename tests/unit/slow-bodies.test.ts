/** Whoever sends a body letter by letter is cut off. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { policy } from "../../worker/middleware/policy.ts";
import { appWith } from "./middleware-app.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A letter a second, so many of them. */
function trickle(letters: number): Promise<Response> {
  const app = appWith();
  const row = { who: "anyone", rate: "uncounted", text: ["text/plain"] } as const;
  app.post("*", policy(row), async (c) => c.text(await c.req.text()));
  let sent = 0;
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      sent += 1;
      controller.enqueue(new TextEncoder().encode("x"));
      if (sent === letters) controller.close();
    },
  });
  const headers = { "Content-Type": "text/plain" };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  return Promise.resolve(app.request("/", init));
}

test("a body that is there within ten seconds is read, however slowly it comes", async () => {
  const answer = trickle(9);
  await vi.advanceTimersByTimeAsync(9_500);
  expect(await (await answer).text()).toBe("xxxxxxxxx");
});

test("a body that is not there after ten seconds is 408, and nobody waits for the rest (R78)", async () => {
  const answer = trickle(60);
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isAnswered).toBe(true);
  const { status } = await answer;
  expect([status, (await (await answer).json()).code]).toEqual([408, "request_timeout"]);
});
