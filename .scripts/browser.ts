// Finds a Chromium, or installs one.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { chromium } from "playwright-core";
import { endCommand } from "./command-line.ts";
import { run } from "./run.ts";

/**
 * The shell has no windows, menus or address bar to draw, which is a fifth of the whole browser's
 * work in a test.
 */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const packages = {
  chromium: ["chromium-headless-shell", "fonts-noto-cjk"],
  firefox: ["firefox-esr"],
  webkit: ["webkit2gtk-driver", "xvfb"],
};

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first of these commands that is on the path. */
export function firstExecutable(commands: readonly string[]): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = commands.flatMap((name) => folders.map((folder) => resolve(folder, name)));
  return paths.find(isExecutable) ?? null;
}

/** A path from the environment, then a command, then one of these files. */
export function installedBrowser(
  named: string | undefined,
  commands: readonly string[],
  files: readonly string[] = [],
): string | null {
  if (named !== undefined && named !== "" && isExecutable(named)) return named;
  return firstExecutable(commands) ?? files.find(isExecutable) ?? null;
}

/**
 * CHROMIUM_PATH, then an installed Chromium or Chrome, then Playwright's own; null when there is
 * none.
 */
export function findBrowser(): string | null {
  return installedBrowser(process.env.CHROMIUM_PATH, names, [
    ...applications,
    chromium.executablePath(),
  ]);
}

/** For commands that do not install one: ends them when there is no browser. */
export function requireBrowser(): string {
  return (
    findBrowser() ??
    endCommand(1, "No Chromium was found: set CHROMIUM_PATH, or run npm test, which installs one.")
  );
}

/** Throws when there is no browser and none can be installed. */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  await installPackages(["chromium"]);
  const installed = findBrowser();
  if (!installed)
    throw new Error("No Chromium was found and none could be installed; set CHROMIUM_PATH");
  return installed;
}

/** By apt in one call, as root on Debian; elsewhere only Chromium, and that by Playwright. */
export async function installPackages(engines: readonly (keyof typeof packages)[]): Promise<void> {
  console.log(`Installing ${engines.join(", ")} …`);
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (!isDebianRoot) {
    if (engines.includes("chromium"))
      await run("playwright-core", ["install", "chromium-headless-shell"]);
    return;
  }
  spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
  const wanted = engines.flatMap((engine) => packages[engine]);
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...wanted], {
    env: { DEBIAN_FRONTEND: "noninteractive" },
  });
}
