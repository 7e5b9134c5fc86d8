// Finds the browsers of the other two engines: an installed Firefox and WebKitGTK's WebDriver.
import { findBrowser, firstExecutable, installedBrowser, installPackages } from "./browser.ts";

export const engines = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof engines)[number];

const names: Record<EngineName, string> = {
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
  const which = missing.map((engine) => names[engine]).join(" and ");
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
