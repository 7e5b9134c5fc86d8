// Finds a Chromium, or installs one.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { chromium } from "playwright-core";
import { endCommand } from "./command-line.ts";
import { run } from "./run.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** CHROMIUM_PATH, then an installed Chromium or Chrome, then Playwright's own; null when there is none. */
export function findBrowser(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installed = names.flatMap((name) => folders.map((folder) => resolve(folder, name)));
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...installed,
    ...applications,
    chromium.executablePath(),
  ];
  return candidates.find((path) => path !== undefined && path !== "" && isExecutable(path)) ?? null;
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
  console.log("Installing Chromium …");
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (isDebianRoot) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    await run(
      "apt-get",
      ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk"],
      {
        env: { DEBIAN_FRONTEND: "noninteractive" },
      },
    );
  } else {
    await run("playwright-core", ["install", "chromium-headless-shell"]);
  }
  const installed = findBrowser();
  if (!installed)
    throw new Error("No Chromium was found and none could be installed; set CHROMIUM_PATH");
  return installed;
}
