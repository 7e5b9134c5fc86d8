// Writes the bill of materials and refuses packages that nobody has looked at, offline.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { root } from "./installed.mjs";
import { run } from "./run.ts";

export interface Installed {
  lock: {
    packages: Record<string, { hasInstallScript?: boolean; integrity?: string; resolved?: string }>;
  };
  manifest: { allowScripts?: Record<string, boolean> };
  /** `.docs/dependencies.md`. */
  reasons: string;
}

/** A sentence for each; none when all is well. */
export function faultsOfPackages({ lock, manifest, reasons }: Installed): string[] {
  const allowed = Object.entries(manifest.allowScripts ?? {}).flatMap(([name, is]) =>
    is ? [name] : [],
  );
  const running = new Set<string>();
  const faults: string[] = [];
  for (const [path, { hasInstallScript, integrity, resolved }] of Object.entries(lock.packages)) {
    if (path === "") continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + 13);
    if (hasInstallScript) running.add(name);
    if (hasInstallScript && !allowed.includes(name))
      faults.push(
        `${name} runs a script when it is installed, and package.json's allowScripts does not name it`,
      );
    if (integrity?.startsWith("sha512-") !== true)
      faults.push(`${name} has no SHA-512 in the lock file`);
    if (resolved !== undefined && !resolved.startsWith("https://"))
      faults.push(`${name} does not come from a registry over https`);
  }
  for (const name of allowed) {
    if (!running.has(name))
      faults.push(`package.json's allowScripts names ${name}, which runs nothing`);
    if (!new RegExp(`^- \`${name}\` runs .*$`, "m").test(reasons))
      faults.push(`.docs/dependencies.md does not say what ${name} runs`);
  }
  return faults;
}

if (import.meta.main) {
  const file = "node_modules/.cache/sbom.cdx.json";
  const text = (path: string) => readFileSync(resolve(root, path), "utf8");
  const bill = await run("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]);
  mkdirSync(dirname(resolve(root, file)), { recursive: true });
  writeFileSync(resolve(root, file), bill);
  const faults = faultsOfPackages({
    lock: JSON.parse(text("package-lock.json")),
    manifest: JSON.parse(text("package.json")),
    reasons: text(".docs/dependencies.md"),
  });
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`${JSON.parse(bill).components.length} packages, listed in ${file}.`);
}
