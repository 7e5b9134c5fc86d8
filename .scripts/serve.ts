// Local mode: migrates, publishes content, and serves shop, reference upstream and stand-in cashier on one port (PORT or 5173).
import { resolve } from "node:path";
import { createServer } from "vite";
import { endWithParent, root } from "./installed.mjs";
import { ensureLocalSecrets } from "./local-secrets.ts";
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

// Cloudflare runs the schedule every minute; nothing does on a developer's machine. What is found was left by the last start.
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
