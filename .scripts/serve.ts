// Local mode: migrates, publishes content, and serves all on one port (PORT or 5173).
import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { createServer } from "vite";
import { locales } from "../worker/contract/locales.ts";
import { randomSecret } from "./deploy/secrets.ts";
import { endWithParent, root } from "./installed.mjs";
import { withLocalState } from "./local-state.ts";
import { migrate } from "./migrate.ts";
import { publishContent } from "./publish-content.ts";

endWithParent();
ensureLocalSecrets();
await withLocalState(async (state) => {
  await migrate(state);
  await publishContent(state);
});

const server = await createServer({
  configFile: resolve(root, "vite.config.ts"),
  logLevel: "warn",
  clearScreen: false,
});
await server.listen();
const address = `http://localhost:${server.config.server.port}`;

// As Cloudflare does every minute. What is found was left by the last start.
const runSchedule = () =>
  fetch(`${address}/cdn-cgi/local/scheduled?cron=${encodeURIComponent("* * * * *")}`).catch(
    (error: Error) => console.error("The schedule did not run:", error.message),
  );
await runSchedule();
const health = await fetch(`${address}/api/health`);
if (!health.ok) {
  console.error(
    `The shop answers ${health.status} at ${address}/api/health: ${await health.text()}`,
  );
  process.exit(1);
}
console.log(`Sillage is ready at ${address}`);

// Each run lists the fragrances in one language; the others are there at once as well.
for (let left = locales.length - 1; left > 0; left -= 1) await runSchedule();
setInterval(() => void runSchedule(), 60_000);

/** Made at the first start; they never leave the machine. */
function ensureLocalSecrets(): void {
  const shop = resolve(root, ".dev.vars");
  const upstream = resolve(root, "worker/stand-ins/upstream/.dev.vars");
  if (existsSync(shop) && existsSync(upstream)) return;
  const serviceToken = randomSecret();
  const lines = [
    `SESSION_SECRET=${randomSecret()}`,
    `UPSTREAM_TOKEN_KEY=${randomSecret()}`,
    `PAYMENT_RESULT_SECRET=${randomSecret()}`,
    `UPSTREAM_SERVICE_TOKEN=${serviceToken}`,
  ];
  writeFileSync(upstream, `UPSTREAM_SERVICE_TOKEN=${serviceToken}\n`, { mode: 0o600 });
  writeFileSync(shop, `${lines.join("\n")}\n`, { mode: 0o600 });
}
