/** How big the Worker is, and what it costs from the start of its isolate to the first answer, beside bare Hono in its place. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { moduleOf } from "../support/inside-worker.ts";
import { root } from "../support/repository.ts";
import { startWorkers } from "../support/workers.ts";
import { head, quantile, row } from "./figures.ts";
import { load, usedMicroseconds, workerdProcess } from "./load.ts";
import { aroundShop } from "./parts-and-wholes.ts";
import { compareWith, type BenchOptions } from "./recorded.ts";

export const name = "Size of the Worker, and its start";

const starts = 9;
const secret = () => randomBytes(32).toString("base64url");
const production = {
  ECPAY_ENVIRONMENT: "production",
  ECPAY_MERCHANT_ID: "1234567",
  ECPAY_HASH_KEY: secret(),
  ECPAY_HASH_IV: secret(),
  PUBLIC_ORIGIN: "https://sillage.test",
  UPSTREAM_URL: "https://upstream.test",
  SESSION_SECRET: secret(),
  UPSTREAM_TOKEN_KEY: secret(),
  PAYMENT_RESULT_SECRET: secret(),
  UPSTREAM_SERVICE_TOKEN: secret(),
};

/** The processor time of workerd until its first answer; all but the script is the same for both. */
async function startMilliseconds(script: string, path: string): Promise<number> {
  const assets = resolve(root, process.env.SHOP_BUILD ?? "", "client");
  const running = await startWorkers([
    { config: "wrangler.toml", script, bindings: production, assets, around: aroundShop },
  ]);
  try {
    const url = new URL(path, await running.directUrl("sillage", aroundShop.direct));
    await load({ url, status: 200 }, 1);
    return usedMicroseconds(workerdProcess()) / 1_000;
  } finally {
    await running.close();
  }
}

export async function run(options: BenchOptions): Promise<{ held: boolean }> {
  const comparing = compareWith("start", options);
  const built = resolve(root, process.env.SHOP_BUILD ?? "", "sillage/index.js");
  const kilobytes = gzipSync(readFileSync(built), { level: 9 }).length / 1_000;
  const parts = await moduleOf("tests/bench/parts.ts");
  const times: { shop: number[]; bare: number[] } = { shop: [], bare: [] };
  for (let round = 0; round < starts; round += 1) {
    times.shop.push(await startMilliseconds(built, "/api/v1/config"));
    times.bare.push(await startMilliseconds(parts, "/bare"));
  }
  const [shop, bare] = [Math.min(...times.shop), Math.min(...times.bare)];
  const noise = quantile(times.shop, 0.25) / shop - 1;
  head("", "the shop", "bare Hono", "more", "ratio", "noise", "recorded");
  row(
    "start to first answer, ms",
    shop.toFixed(0),
    bare.toFixed(0),
    (shop - bare).toFixed(0),
    `${(shop / bare).toFixed(2)} ×`,
    `${(100 * noise).toFixed(0)} %`,
    comparing.note("start to first answer", { value: shop / bare, noise }),
  );
  const size = comparing.note("kB gzip", { value: kilobytes, noise: 0 });
  row("size, kB gzip", kilobytes.toFixed(1), "", "", "", "", size);
  return { held: comparing.finish() };
}
