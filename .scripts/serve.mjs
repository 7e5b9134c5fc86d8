// Local mode: migrate, publish, serve shop, reference upstream and stand-in cashier on one port.
import { resolve } from "node:path";
import { createServer } from "vite";
import { root } from "./installed.mjs";
import { ensureLocalSecrets } from "./local-secrets.mjs";
import { migrate } from "./migrate.mjs";
import { publishContent } from "./publish-content.mjs";

ensureLocalSecrets();
await Promise.all([migrate(), publishContent({ remote: false })]);

const server = await createServer({ configFile: resolve(root, "vite.config.ts"), logLevel: "warn", clearScreen: false });
await server.listen();
const port = server.config.server.port;
const address = `http://localhost:${port}`;

const health = await fetch(`${address}/api/health`);
if (!health.ok) {
  console.error(`The shop answers ${health.status} at ${address}/api/health: ${await health.text()}`);
  process.exit(1);
}
console.log(`Sillage is ready at ${address}`);

// Cloudflare runs the schedule every minute; nothing does on a developer's machine.
const everyMinute = setInterval(() => {
  fetch(`${address}/cdn-cgi/local/scheduled?cron=${encodeURIComponent("* * * * *")}`).catch((error) =>
    console.error("The schedule did not run:", error.message),
  );
}, 60_000);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    clearInterval(everyMinute);
    await server.close();
    process.exit(0);
  });
}
