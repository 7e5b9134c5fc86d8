/** The picture beside a link to a fragrance: painted once for each version, and never where there is no fragrance. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import type { App } from "../../worker/context.ts";
import { version } from "../../worker/platform/build.ts";
import { scentPicture } from "../../worker/routes/scent-picture.ts";
import { appWith } from "./middleware-app.ts";

afterEach(() => void vi.unstubAllGlobals());

const card = () => readFile(resolve(import.meta.dirname, "../../web/public/og/scent.png"));
const material = { id: "yuzu", name: "柚子", family: "citrus", volatility: null };
const known = {
  product: { id: "rain", product_id: "SL-1", product_name: "雨", description: null },
  notes: {
    product_id: "SL-1",
    top: [{ share: null, raw_material: material }],
    middle: [],
    back: [],
  },
  allergens: { found: [], unknown: [] },
  sizes: null,
};

/** The edge's cache, in which an older version has left pictures at all its addresses. */
function edge(answer: () => Response) {
  const kept = new Map<string, Response>();
  const asked: string[] = [];
  vi.stubGlobal("caches", {
    default: {
      match: async (key: string) =>
        key.includes(version) ? kept.get(key)?.clone() : new Response("of an older version"),
      put: async (key: string, response: Response) => void kept.set(key, response),
    },
  });
  const app: Hono<App> = appWith(async (c, next) => {
    const deps = {
      publicOrigin: "https://sillage.example",
      now: () => 0,
      waitUntil: () => {},
      log: { warn: () => {} },
      bindings: { ASSETS: { fetch: async () => new Response(new Uint8Array(await card())) } },
    };
    // A picture needs no other port.
    c.set("deps", deps as unknown as App["Variables"]["deps"]);
    c.set("askApi", async (path) => {
      asked.push(path);
      return answer();
    });
    await next();
  });
  app.get("/:id", (c) => scentPicture(c, c.req.param("id")));
  return { asked, kept, get: (id: string) => app.request(`/${id}`) };
}

test("a picture is painted once for a place and a version, and then given as it is", async () => {
  const { asked, kept, get } = edge(() => Response.json(known));
  const painted = await get("rain");
  expect(painted.headers.get("Content-Type")).toBe("image/png");
  expect(painted.headers.get("Cache-Control")).toBe("public, max-age=86400");
  const bytes = Buffer.from(await painted.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(bytes).not.toEqual(await card());
  expect(asked).toEqual(["/scents/rain"]);
  expect([...kept.keys()]).toEqual([
    `https://sillage.example/scent-pictures/rain.png?~version=${version}`,
  ]);
  const again = await get("rain");
  expect(Buffer.from(await again.arrayBuffer())).toEqual(bytes);
  expect(again.headers.get("Cache-Control")).toBe("public, max-age=86400");
  const blank = Buffer.from(await (await get("another")).arrayBuffer());
  expect(blank, "one picture leaves nothing on the next one's paper").not.toEqual(bytes);
  kept.clear();
  expect(Buffer.from(await (await get("rain")).arrayBuffer())).toEqual(bytes);
});

test.each([
  ["unknown", 404, 404, "not_found"],
  ["unreadable", 500, 502, "upstream_unavailable"],
  ["odd", 200, 502, "upstream_unavailable"],
])("a fragrance that is %s has no picture, and none is kept", async (id, status, told, code) => {
  const { kept, get } = edge(() => Response.json({ odd: true }, { status }));
  const answer = await get(id);
  expect([answer.status, (await answer.json()).code]).toEqual([told, code]);
  expect(kept.size).toBe(0);
});

test("what is no id is asked of nobody", async () => {
  const { asked, get } = edge(() => Response.json(known));
  expect((await get("x".repeat(65))).status).toBe(404);
  expect(asked).toEqual([]);
});
