// Brings the three local databases up to date.
import { run } from "./run.mjs";

const configs = ["wrangler.toml", "worker/reference-upstream/wrangler.toml", "worker/stand-in-cashier/wrangler.toml"];

export function migrate() {
  return Promise.all(
    configs.map((config) =>
      run("wrangler", ["d1", "migrations", "apply", "DB", "--local", "-c", config, "--persist-to", ".wrangler/state"], {
        env: { CI: "1" },
      }),
    ),
  );
}

if (process.argv[1] === import.meta.filename) await migrate();
