// Finds a Chromium, or installs one.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { chromium } from "playwright-core";
import { endCommand } from "./command-line.ts";
import { run } from "./run.ts";

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A path from the environment, then a command on the path, then one of these files. */
function installed(named: string | undefined, commands: string[], files: string[] = []) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = commands.flatMap((name) => folders.map((folder) => resolve(folder, name)));
  return [named ?? "", ...onPath, ...files].find(isExecutable) ?? null;
}

/** CHROMIUM_PATH, then an installed Chromium or Chrome, then Playwright's; null without one. */
export function findBrowser(): string | null {
  // Without windows, menus and address bar a test costs the browser a fifth less.
  const commands = ["chromium-headless-shell", "chromium", "chromium-browser"];
  return installed(
    process.env.CHROMIUM_PATH,
    [...commands, "google-chrome", "google-chrome-stable"],
    [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      chromium.executablePath(),
    ],
  );
}

/** FIREFOX_PATH, then an installed one; null when there is none. */
export function findFirefox(): string | null {
  const files = ["/Applications/Firefox.app/Contents/MacOS/firefox"];
  return installed(process.env.FIREFOX_PATH, ["firefox-esr", "firefox"], files);
}

export interface WebKit {
  driver: string;
  /** The X server without a screen that its windows are drawn on. */
  xvfb: string;
}

/** WEBKIT_DRIVER_PATH, then an installed WebKitWebDriver; null when it or Xvfb is missing. */
export function findWebKit(): WebKit | null {
  const driver = installed(process.env.WEBKIT_DRIVER_PATH, ["WebKitWebDriver"]);
  const xvfb = installed(undefined, ["Xvfb"]);
  return driver === null || xvfb === null ? null : { driver, xvfb };
}

const engines = {
  chromium: {
    find: findBrowser,
    packages: ["chromium-headless-shell", "fonts-noto-cjk"],
    shown: "Chromium (CHROMIUM_PATH)",
  },
  firefox: { find: findFirefox, packages: ["firefox-esr"], shown: "Firefox (FIREFOX_PATH)" },
  webkit: {
    find: findWebKit,
    packages: ["webkit2gtk-driver", "xvfb"],
    shown: "WebKit (WEBKIT_DRIVER_PATH, and Xvfb)",
  },
};
type EngineName = keyof typeof engines;

const none = "No Chromium was found: set CHROMIUM_PATH";

/** For commands that do not install one: ends them when there is no browser. */
export function requireBrowser(): string {
  return findBrowser() ?? endCommand(1, `${none}, or run npm test, which installs one.`);
}

/** Throws when there is no browser and none can be installed. */
export async function ensureBrowser(): Promise<string> {
  if (findBrowser() === null) await installPackages(["chromium"]);
  const browser = findBrowser();
  if (browser === null) throw new Error(`${none}; none could be installed.`);
  return browser;
}

/** By apt in one call, as root on Debian; elsewhere only Chromium, and that by Playwright. */
async function installPackages(names: readonly EngineName[]): Promise<void> {
  console.log(`Installing ${names.join(", ")} …`);
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    const packages = names.flatMap((name) => engines[name].packages);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
  } else if (names.includes("chromium"))
    await run("playwright-core", ["install", "chromium-headless-shell"]);
}

/** Elsewhere a missing engine is left out; there it fails the run. */
export const isInCi = (process.env.CI ?? "") !== "";

export function missingEngines(): EngineName[] {
  const names = Object.keys(engines) as EngineName[];
  return names.filter((name) => engines[name].find() === null);
}

/** Null when nothing is missing. */
export function sayMissing(missing: readonly EngineName[]): string | null {
  if (missing.length === 0) return null;
  const which = missing.map((name) => engines[name].shown).join(" and ");
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
