// After every install: the npm package `node` brings 67 MB of C headers for compiling addons, and nothing here compiles any.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";

const packages = resolve(import.meta.dirname, "../node_modules/node/node_modules");
if (existsSync(packages))
  for (const name of readdirSync(packages))
    rmSync(resolve(packages, name, "include"), { recursive: true, force: true });
