// Finds unused files, exports and dependencies; `knip.jsonc` says where to begin.
import { join } from "node:path";
import { run } from "./run.ts";
import { installTool } from "./tool.ts";

const knip = join(await installTool("knip", "6.42.0"), "bin/knip.js");
await run("node", [knip, "--config", ".scripts/knip.jsonc", ...process.argv.slice(2)], {
  inherit: true,
}).catch(() => {
  process.exitCode = 1;
});
