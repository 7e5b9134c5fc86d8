/** `npm run deploy` against a fake of Cloudflare's API that runs what is uploaded: the production build, as shoppers would get it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deploy } from "../../../.scripts/deploy/deploy.ts";
import { ConfiguredFolder, opened } from "../../support/configured-folder.ts";
import { root } from "../../support/repository.ts";
import { startUpstream, type UpstreamAlone } from "../../support/shop.ts";
import { startCloudflare, type Cloudflare } from "./cloudflare.ts";

const build = resolve(root, process.env.SHOP_BUILD ?? "dist");
/** The version that the build says it is. */
const [version = ""] =
  /\d+\.\d+\.\d+\+([0-9a-f]{12}|unknown)(\.changed)?/.exec(
    readFileSync(resolve(build, "sillage/index.js"), "utf8"),
  ) ?? [];

/** Wrangler starts dozens of times, for seconds each. */
const timeout = 600_000;

let upstream: UpstreamAlone;
let cloudflare: Cloudflare;
let folder: ConfiguredFolder;
beforeAll(async () => {
  upstream = await startUpstream();
  cloudflare = await startCloudflare(resolve(build, "client"), async (request) => {
    const { hostname, pathname, search } = new URL(request.url);
    if (hostname !== "upstream.sillage.test") return new Response(null, { status: 404 });
    return upstream.fetch(pathname + search, { headers: request.headers });
  });
  folder = new ConfiguredFolder(build);
}, timeout);
afterAll(async () => {
  folder?.remove();
  await Promise.all([cloudflare?.close(), upstream?.close()]);
});

interface Told {
  isDeployed: boolean;
  said: string;
}

async function run(
  target: "staging" | "production",
  secrets: Record<string, string> = {},
): Promise<Told> {
  const lines: string[] = [];
  const isDeployed = await deploy({
    target,
    folder: folder.path,
    environment: { ...cloudflare.environment, ...secrets },
    brand: opened,
    commit: "4f1ff5a35990",
    build: () => Promise.resolve(version),
    address: cloudflare.address,
    patienceSeconds: 2,
    say: (line) => lines.push(line),
  });
  return { isDeployed, said: lines.join("\n") };
}

const ask = (path: string) => fetch(new URL(path, cloudflare.address));
const health = async () => (await ask("/api/health")).json();

test(
  "a configuration that nobody filled in changes nothing, and everything about it is said at once",
  { timeout },
  async () => {
    const { isDeployed, said } = await run("staging");
    expect(isDeployed).toBe(false);
    for (const fault of [
      "wrangler.toml: PUBLIC_ORIGIN is a placeholder",
      "worker/wrangler.api.toml: PUBLIC_ORIGIN is a placeholder",
      "worker/wrangler.api.toml: UPSTREAM_URL is a placeholder",
      "worker/wrangler.api.toml: SURVEY_ID is missing",
      "worker/wrangler.api.toml: DESCRIPTION_QUESTION_ID is missing",
      "worker/wrangler.api.toml: LABEL_CATEGORY_ID is missing",
    ])
      expect(said).toContain(fault);
    expect(cloudflare.changes).toEqual([]);
  },
);

test(
  "the first deployment makes what is missing and ends with a shop that answers",
  { timeout },
  async () => {
    folder.fillIn("staging");
    const { isDeployed, said } = await run("staging");
    expect(said).not.toContain("✗");
    expect(isDeployed).toBe(true);
    expect(said).toContain("There is no version to go back to yet.");

    const { deployed } = cloudflare;
    const [{ uuid } = { uuid: "" }] = cloudflare.databases;
    const [{ id } = { id: "" }] = cloudflare.namespaces;
    expect(cloudflare.buckets).toMatchObject([
      { name: "sillage-backups-staging", endsAfter: [30] },
    ]);
    expect(folder.read("worker/wrangler.api.toml")).toContain(`database_id = "${uuid}"`);
    for (const file of ["wrangler.toml", "worker/wrangler.api.toml"])
      expect(folder.read(file)).toContain(`id = "${id}"`);
    for (const queue of ["sillage-deliveries-staging", "sillage-deliveries-staging-dead"])
      expect(cloudflare.queues.get(queue)).toMatchObject({ script_name: "sillage-api-staging" });
    expect(deployed("sillage-api-staging").schedules).toEqual(["* * * * *"]);
    expect(deployed("sillage-staging").schedules).toEqual([]);
    expect(deployed("sillage-staging").domains).toEqual(["staging.sillage.test"]);
    expect(deployed("sillage-staging").secrets.size).toBe(0);

    const secrets = [...deployed("sillage-api-staging").secrets];
    expect(secrets.map(([name]) => name).sort()).toEqual([
      "PAYMENT_RESULT_SECRET",
      "SESSION_SECRET",
      "UPSTREAM_TOKEN_KEY",
    ]);
    for (const [, value] of secrets) {
      expect(said, "a secret is never printed").not.toContain(value);
      expect(folder.read("worker/wrangler.api.toml")).not.toContain(value);
    }
    const { active } = deployed("sillage-api-staging");
    expect(await health()).toMatchObject({ version, deployment: { id: active } });
    const [counted] = await cloudflare.query(uuid, "SELECT count(*) AS kept FROM payment_attempts");
    expect(counted?.results, "the test order is gone").toEqual([{ kept: 0 }]);
  },
);

test(
  "a second deployment keeps ids, data and secrets, and says the way back; a failed smoke test takes it",
  { timeout },
  async () => {
    const [api, pages] = ["sillage-api-staging", "sillage-staging"].map(cloudflare.deployed);
    if (api === undefined || pages === undefined) expect.unreachable();
    const before = { api: api.active, pages: pages.active };
    const secrets = new Map(api.secrets);
    const again = await run("staging");
    expect(again.said).toContain(`npx wrangler rollback ${before.pages} --name sillage-staging`);
    expect(again.said).toContain(`npx wrangler rollback ${before.api} --name sillage-api-staging`);
    expect(again.isDeployed).toBe(true);
    expect(api.active).not.toBe(before.api);
    expect(api.secrets).toEqual(secrets);
    expect(cloudflare.databases).toHaveLength(1);
    expect(cloudflare.changes.filter((change) => change === "POST queues")).toHaveLength(2);
    expect(cloudflare.buckets).toHaveLength(1);

    const good = { api: api.active, pages: pages.active };
    folder.replace(
      "worker/wrangler.api.toml",
      'SURVEY_ID = "scent-discovery"',
      'SURVEY_ID = "none"',
    );
    const failed = await run("staging");
    expect(failed.isDeployed).toBe(false);
    expect(failed.said).toContain("/api/health answers 503: upstream, survey do not work");
    expect(failed.said).toContain(`✓ sillage-staging is back at ${good.pages}`);
    expect(failed.said).toContain(`✓ sillage-api-staging is back at ${good.api}`);
    expect(await health()).toMatchObject({ upstream: true, deployment: { id: good.api } });
  },
);
