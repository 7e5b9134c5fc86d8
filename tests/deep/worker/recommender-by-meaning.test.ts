import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestHarness, unstable_readConfig } from "wrangler";
import { allFragrances, notesOf } from "../../worker/stand-ins/upstream/catalogue.ts";
import { createRecommender } from "../../worker/stand-ins/upstream/recommender/recommend.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import { call, newUpstreamMember } from "../support/upstream-member.ts";

const root = resolve(import.meta.dirname, "../..");
const config = unstable_readConfig({
  config: resolve(root, "worker/stand-ins/upstream/wrangler.toml"),
});

/** The reference upstream with a model bound to it, as Workers AI is. */
async function startWithModel(): Promise<UpstreamAlone & { logs(): string[] }> {
  const serviceToken = randomBytes(32).toString("base64url");
  const harness = createTestHarness({
    root,
    workers: [
      {
        config: {
          name: "upstream-with-model",
          main: resolve(root, "worker/stand-ins/upstream/index.ts"),
          compatibility_date: config.compatibility_date ?? "",
          d1_databases: config.d1_databases.map((database: object) => ({
            ...database,
            migrations_dir: resolve(root, "migrations/reference-upstream"),
          })),
          services: [{ binding: "AI", service: "hashing-ai" }],
        },
        secrets: { UPSTREAM_SERVICE_TOKEN: serviceToken },
      },
      {
        config: {
          name: "hashing-ai",
          main: resolve(root, "tests/fixtures/hashing-ai/index.mjs"),
          compatibility_date: config.compatibility_date ?? "",
        },
      },
    ],
  });
  const { url } = await harness.listen();
  const worker = harness.getWorker("upstream-with-model");
  await worker.applyD1Migrations("DB");
  const env = await worker.getEnv();
  return {
    fetch: (path, init) => fetch(new URL(path, url), { redirect: "manual", ...init }),
    db: env.DB,
    serviceToken,
    runSchedule: async () =>
      void (await worker.scheduled({ cron: "*/5 * * * *", scheduledTime: new Date() })),
    logs: () => harness.getLogs().map((entry) => entry.message),
    close: () => harness.close(),
  };
}

let upstream: Awaited<ReturnType<typeof startWithModel>>;
let token: string;
beforeAll(async () => {
  upstream = await startWithModel();
  ({ token } = await newUpstreamMember(upstream));
  await vectorsOf(upstream);
  await upstream.db
    .prepare(
      "INSERT INTO product_vectors (product_id, version, vector) SELECT product_id, 'another-model/00000000', '' FROM product_vectors",
    )
    .run();
});
afterAll(() => upstream.close());

/** Made behind the first answer: there they are soon. */
const vectorsOf = ({ db }: UpstreamAlone) =>
  vi.waitUntil(
    async () => {
      const row = await db
        .prepare("SELECT count(*) AS count FROM product_vectors")
        .first<{ count: number }>();
      return row?.count === allFragrances.length;
    },
    { timeout: 30_000, interval: 100 },
  );
const byWordsAlone = createRecommender(allFragrances);
const ask = async (content: string) => {
  const { status, body } = await call(upstream, "POST", "/raw-materials/chat", {
    token,
    json: { content, top_k: 5 },
    headers: { "Accept-Language": "en" },
  });
  expect(status).toBe(200);
  return body as ReturnType<typeof byWordsAlone>;
};
const descriptionOf = (id: string) =>
  allFragrances.find((one) => one.id === id)?.description.en ?? "";

test("each product has one vector of this model, and those of another lie beside them unread", async () => {
  const { results } = await upstream.db
    .prepare(
      "SELECT version, count(*) AS count FROM product_vectors GROUP BY version ORDER BY version",
    )
    .all<{ version: string; count: number }>();
  expect(results).toEqual([
    {
      version: expect.stringMatching(/^@cf\/baai\/bge-m3\/[0-9a-f]{8}$/),
      count: allFragrances.length,
    },
    { version: "another-model/00000000", count: allFragrances.length },
  ]);
});

test("who quotes a fragrance's own description finds it higher than by words alone", async () => {
  const raised = [];
  for (const { id } of allFragrances.slice(0, 40)) {
    const text = `wood, tea or flowers. ${descriptionOf(id)}`;
    const [alone, together] = [
      byWordsAlone(text, 5, "en").products_id,
      (await ask(text)).products_id,
    ];
    const [before, after] = [alone.indexOf(id), together.indexOf(id)].map((place) =>
      place < 0 ? 5 : place,
    );
    expect(after, id).toBeLessThanOrEqual((before ?? 5) + 1);
    raised.push((after ?? 5) < (before ?? 5));
  }
  expect(raised.filter(Boolean).length).toBeGreaterThanOrEqual(5);
});

test("meaning never brings back what was refused", async () => {
  const { products_id } = await ask(
    `No rose, please. ${descriptionOf("rose-rain")} ${descriptionOf("damask-hour")}`,
  );
  expect(products_id).toHaveLength(5);
  for (const id of products_id) {
    const { top = [], middle = [], back = [] } = notesOf(id, "en") ?? {};
    const materials = [...top, ...middle, ...back].map((note) => note.raw_material.id);
    expect(
      materials.filter((material) => material === "rose" || material === "damask-rose"),
    ).toEqual([]);
  }
});

test("the same words get the same answer", async () => {
  const text = "an old library, cedar and ink, on a rainy evening";
  expect(await ask(text)).toEqual(await ask(text));
});

test("when the model fails the words stand alone, and it is complained of once", async () => {
  const text = "hinoki and rain model-fails";
  const expected = byWordsAlone(text, 5, "en");
  expect(await ask(text)).toEqual(expected);
  expect(await ask(text)).toEqual(expected);
  expect(
    upstream.logs().filter((line) => line.includes("embeddings are unavailable")),
  ).toHaveLength(1);
});

test("a model that does not answer keeps nobody waiting", async () => {
  const slow = await startWithModel();
  try {
    const { token: own } = await newUpstreamMember(slow);
    await vectorsOf(slow);
    const started = performance.now();
    const { status, body } = await call(slow, "POST", "/raw-materials/chat", {
      token: own,
      json: { content: "hinoki and rain model-sleeps", top_k: 3 },
      headers: { "Accept-Language": "en" },
    });
    expect(status).toBe(200);
    expect(body).toEqual(byWordsAlone("hinoki and rain model-sleeps", 3, "en"));
    expect(performance.now() - started).toBeLessThan(10_000);
  } finally {
    await slow.close();
  }
});
