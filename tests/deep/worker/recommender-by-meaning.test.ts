/** The reference upstream with a model bound to it, as Workers AI is. */
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestHarness, unstable_readConfig } from "wrangler";
import { allFragrances } from "../../../worker/stand-ins/upstream/catalogue.ts";
import { createRecommender } from "../../../worker/stand-ins/upstream/recommender/recommend.ts";
import type { UpstreamAlone } from "../../support/shop.ts";
import { call, newUpstreamMember } from "../../support/upstream-member.ts";

const root = resolve(import.meta.dirname, "../../..");
const standIn = resolve(root, "worker/stand-ins/upstream");
const config = unstable_readConfig({ config: resolve(standIn, "wrangler.toml") });

async function startWithModel(): Promise<UpstreamAlone & { logs(): string[] }> {
  const serviceToken = randomBytes(32).toString("base64url");
  const migrations_dir = resolve(root, "migrations/reference-upstream");
  const compatibility_date = config.compatibility_date ?? "";
  const upstream = {
    name: "upstream-with-model",
    main: resolve(standIn, "index.ts"),
    compatibility_date,
    d1_databases: config.d1_databases.map((database: object) => ({ ...database, migrations_dir })),
    services: [{ binding: "AI", service: "hashing-ai" }],
  };
  const main = resolve(root, "tests/fixtures/hashing-ai/index.mjs");
  const harness = createTestHarness({
    root,
    workers: [
      { config: upstream, secrets: { UPSTREAM_SERVICE_TOKEN: serviceToken } },
      { config: { name: "hashing-ai", main, compatibility_date } },
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
    runSchedule: () => Promise.resolve(),
    logs: () => harness.getLogs().map((entry) => entry.message),
    close: () => harness.close(),
  };
}

let upstream: Awaited<ReturnType<typeof startWithModel>>;
let token: string;
beforeAll(async () => {
  upstream = await startWithModel();
  ({ token } = await newUpstreamMember(upstream));
  // Made behind the first answer: there they are soon.
  const made = "SELECT count(*) AS count FROM product_vectors";
  const count = async () => (await upstream.db.prepare(made).first<{ count: number }>())?.count;
  await vi.waitUntil(async () => (await count()) === allFragrances.length, { timeout: 120_000 });
});
afterAll(() => upstream.close());

const byWordsAlone = createRecommender(allFragrances);
async function ask(content: string) {
  const json = { content, top_k: 5 };
  const headers = { "Accept-Language": "en" };
  const answer = await call(upstream, "POST", "/raw-materials/chat", { token, json, headers });
  expect(answer.status).toBe(200);
  return answer.body as ReturnType<typeof byWordsAlone>;
}

test("who quotes a fragrance's own description finds it higher than by words alone, and always alike", async () => {
  let raised = 0;
  for (const { id, description } of allFragrances.slice(0, 40)) {
    const text = `wood, tea or flowers. ${description.en}`;
    const together = await ask(text);
    const placeIn = (ids: readonly string[]) => (ids.includes(id) ? ids.indexOf(id) : 5);
    const [before, after] = [
      placeIn(byWordsAlone(text, 5, "en").products_id),
      placeIn(together.products_id),
    ];
    expect(after, id).toBeLessThanOrEqual(before + 1);
    if (after < before) raised += 1;
    if (id === allFragrances[0]?.id) expect(await ask(text)).toEqual(together);
  }
  expect(raised).toBeGreaterThanOrEqual(5);
});

test.each(["model-fails", "model-sleeps"])(
  "when the %s the words stand alone, and soon",
  async (word) => {
    const started = performance.now();
    const text = `hinoki and rain ${word}`;
    for (let times = 0; times < 2; times += 1)
      expect(await ask(text)).toEqual(byWordsAlone(text, 5, "en"));
    expect(performance.now() - started).toBeLessThan(20_000);
    const complaints = upstream
      .logs()
      .filter((line) => line.includes("embeddings are unavailable"));
    expect(complaints.length, "complained of once").toBe(1);
  },
);
