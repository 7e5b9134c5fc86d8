// Local mode: migrates, publishes content, and serves all on one port (PORT or 5173).
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createServer } from "vite";
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

setInterval(() => void runSchedule(), 60_000);

/** Made at the first start; they never leave the machine. */
function ensureLocalSecrets(): void {
  const shop = resolve(root, ".dev.vars");
  const upstream = resolve(root, "worker/stand-ins/upstream/.dev.vars");
  if (existsSync(shop) && existsSync(upstream)) return;
  const secret = () => randomBytes(32).toString("base64url");
  const serviceToken = secret();
  const lines = [
    `SESSION_SECRET=${secret()}`,
    `UPSTREAM_TOKEN_KEY=${secret()}`,
    `PAYMENT_RESULT_SECRET=${secret()}`,
    `UPSTREAM_SERVICE_TOKEN=${serviceToken}`,
  ];
  writeWhole(shop, `${lines.join("\n")}\n`);
  writeWhole(upstream, `UPSTREAM_SERVICE_TOKEN=${serviceToken}\n`);
}

/** A start that is killed meanwhile leaves no half of a file for the next one to trust. */
function writeWhole(file: string, text: string): void {
  const unfinished = resolve(root, ".wrangler/dev.vars");
  mkdirSync(dirname(unfinished), { recursive: true });
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}
