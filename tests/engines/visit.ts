/** A person at one screen after the other in one engine. */
import { expect } from "vitest";
import type { Language } from "../support/browser.ts";
import type { Engine } from "./drivers/driver.ts";
import { screenOf, type Screen } from "./screen.ts";

const browserTags = { zh: "zh-TW", en: "en-GB", ja: "ja-JP" } as const;

export interface Visitor {
  engine: Engine;
  language: Language;
  origin: string;
  /** Of the window. */
  width: 390 | 1280;
}

/** `walk` with a fresh profile; whatever the page complains of fails it. */
export async function visit(
  { engine, language, origin, width }: Visitor,
  walk: (screen: Screen) => Promise<void>,
): Promise<void> {
  const driver = await engine.open(browserTags[language]);
  const screen = screenOf(driver, origin, language);
  try {
    await resize(screen, width);
    await walk(screen);
    expect(driver.troubles().filter((trouble) => !isOfEngine(trouble))).toEqual([]);
  } finally {
    await driver.close();
  }
}

/**
 * Firefox asks for the icon of the stand-in's plain page, whose policy allows no pictures, and
 * reports what leaving a page broke off: imports, and scripts on their way through the service
 * worker. A script that is really missing fails the walk, in every engine.
 */
function isOfEngine(trouble: string): boolean {
  const isIcon = trouble.includes("https://127.0.0.1:") && trouble.includes("/favicon.ico");
  const brokenOff = ["error loading dynamically imported module", "A ServiceWorker intercepted"];
  return isIcon || brokenOff.some((text) => trouble.includes(text));
}

export function resize({ driver }: Screen, width: number): Promise<void> {
  return driver.resize(width, width < 700 ? 800 : 900);
}
