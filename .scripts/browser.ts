// Finds a Chromium, or installs one.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { chromium } from "playwright-core";
import { endCommand } from "./command-line.ts";
import { run } from "./run.ts";

/** Without windows, menus and address bar a test costs the browser a fifth less. */
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

/** CHROMIUM_PATH, then an installed Chromium or Chrome, then Playwright's; null without one. */
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

export const engines = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof engines)[number];

const shownNames: Record<EngineName, string> = {
  chromium: "Chromium (CHROMIUM_PATH)",
  firefox: "Firefox (FIREFOX_PATH)",
  webkit: "WebKit (WEBKIT_DRIVER_PATH, and Xvfb)",
};

/** FIREFOX_PATH, then an installed one; null when there is none. */
export function findFirefox(): string | null {
  return installedBrowser(
    process.env.FIREFOX_PATH,
    ["firefox-esr", "firefox"],
    ["/Applications/Firefox.app/Contents/MacOS/firefox"],
  );
}

export interface WebKit {
  driver: string;
  /** The X server without a screen that its windows are drawn on. */
  xvfb: string;
}

/** WEBKIT_DRIVER_PATH, then an installed WebKitWebDriver; null when it or Xvfb is missing. */
export function findWebKit(): WebKit | null {
  const driver = installedBrowser(process.env.WEBKIT_DRIVER_PATH, ["WebKitWebDriver"]);
  const xvfb = firstExecutable(["Xvfb"]);
  return driver === null || xvfb === null ? null : { driver, xvfb };
}

/** Elsewhere a missing engine is left out; there it fails the run. */
export const isInCi = (process.env.CI ?? "") !== "";

const finders: Record<EngineName, () => unknown> = {
  chromium: findBrowser,
  firefox: findFirefox,
  webkit: findWebKit,
};

export function missingEngines(): EngineName[] {
  return engines.filter((engine) => finders[engine]() === null);
}

/** Null when nothing is missing. */
export function sayMissing(missing: readonly EngineName[]): string | null {
  if (missing.length === 0) return null;
  const which = missing.map((engine) => shownNames[engine]).join(" and ");
  return `Not installed here, and left out by tests/engines: ${which}`;
}

/**
 * Installs what is missing where it can; where it cannot, the run goes on without that engine and
 * says so.
 *
 * @throws Error in CI when an engine is missing in the end.
 */
export async function ensureEngines(): Promise<void> {
  const absent = missingEngines();
  if (absent.length > 0)
    await installPackages(absent).catch((error: unknown) => console.error(error));
  const missing = sayMissing(missingEngines());
  if (missing === null) return;
  if (isInCi) throw new Error(missing);
  console.log(`! ${missing}.`);
}
