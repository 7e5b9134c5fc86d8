/** `worker/upstream/public-read.ts`: for how long the edge answers by itself, and what an outage does to that. */
import { expect, test } from "vitest";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { version } from "../../worker/platform/build.ts";
import { listCustomTexts } from "../../worker/upstream/custom-texts.ts";
import { readPublic } from "../../worker/upstream/public-read.ts";
import { minuteMs, noon, refuses } from "./database.ts";
import { portsWith } from "./ports.ts";

/** An edge of its own for each test, whose upstream says `text` until told otherwise. */
function edge() {
  const state = { text: "first", now: noon, isDown: false };
  const behind: Promise<unknown>[] = [];
  const { deps, heard, said } = portsWith({
    answers: () => {
      if (state.isDown) throw new ShopError("upstream_unavailable");
      return [{ type: "banner", text: state.text }];
    },
    now: () => state.now,
    own: { waitUntil: (work: Promise<unknown>) => void behind.push(work) },
  });
  async function read(locale: "en" | "ja" = "en", query = {}) {
    const route = { path: "/custom-texts/", endpoint: listCustomTexts } as const;
    const json = await readPublic({ ...deps, locale }, route, { query });
    await Promise.all(behind.splice(0));
    // What a refresh starts behind the answer.
    await Promise.all(behind.splice(0));
    return JSON.parse(json).data[0].text;
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
