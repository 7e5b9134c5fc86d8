// Writes the bill of materials and refuses packages that nobody has looked at, offline.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { root } from "./installed.mjs";
import { faultsOfPackages, type LockFile, type Manifest } from "./package-rules.ts";
import { run } from "./run.ts";

const file = "node_modules/.cache/sbom.cdx.json";
const text = (path: string) => readFileSync(resolve(root, path), "utf8");

const bill = await run("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]);
const { components }: { components: unknown[] } = JSON.parse(bill);
const lock: LockFile = JSON.parse(text("package-lock.json"));
const manifest: Manifest = JSON.parse(text("package.json"));
const faults = faultsOfPackages({ lock, manifest, reasons: text(".docs/dependencies.md") });
mkdirSync(dirname(resolve(root, file)), { recursive: true });
writeFileSync(resolve(root, file), bill);
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exitCode = 1;
} else console.log(`${components.length} packages, listed in ${file}.`);
