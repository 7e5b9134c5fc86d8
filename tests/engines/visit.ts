/** A person at one screen after the other in one engine, who notes how each is laid out at both widths. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, vi } from "vitest";
import type { Language } from "../support/browser.ts";
import type { Engine } from "./drivers/driver.ts";
import { faultsOf, type Layout } from "./layout.ts";
import { layoutInPage, unrestInPage } from "./layout-in-page.ts";
import { patience, screenOf, type Screen } from "./screen.ts";

const browserTags = { zh: "zh-TW", en: "en-GB", ja: "ja-JP" } as const;
const widths = [390, 1280] as const;
type Width = (typeof widths)[number];

export interface Visit extends Screen {
  /** Judges the screen at both widths, and keeps what was measured under this name. */
  look(name: string): Promise<void>;
}

/** Layouts by screen and width, such as `cart at 390 px`. */
export type Seen = Map<string, Layout>;

interface Visitor {
  engine: Engine;
  language: Language;
  origin: string;
  /** Of the window while things are done in it. */
  width: Width;
  seen: Seen;
}

/** The same, with what was wrong so far: a walk goes on after a fault of layout, to tell all of them. */
interface Walking extends Visitor {
  faults: string[];
}

/** `walk` with a fresh profile; whatever the page complains of fails it. */
export async function visit(visitor: Visitor, walk: (visit: Visit) => Promise<void>) {
  const { engine, language, origin, width } = visitor;
  const driver = await engine.open(browserTags[language]);
  const walking: Walking = { ...visitor, faults: [] };
  try {
    const screen = screenOf(driver, origin, language);
    await resize(screen, width);
    await walk({ ...screen, look: (name) => look(screen, walking, name) });
    walking.faults.push(...driver.troubles().filter((trouble) => !isOfEngine(trouble)));
  } catch (error) {
    await keepPicture(screenOf(driver, origin, language), `${engine.name}-failed-${Date.now()}`);
    const faults = walking.faults.join("\n");
    throw new Error(`${String(error)}\n${faults}`, { cause: error });
  } finally {
    await driver.close();
  }
  expect(walking.faults).toEqual([]);
}

/**
 * Firefox asks for the icon of the stand-in's plain page, whose policy allows no pictures, and reports imports that leaving a page
 * broke off. A module that is really missing fails the walk, in every engine.
 */
function isOfEngine(trouble: string): boolean {
  return (
    (trouble.includes("https://127.0.0.1:") && trouble.includes("/favicon.ico")) ||
    trouble.includes("error loading dynamically imported module")
  );
}

async function look(screen: Screen, { engine, width, seen, faults }: Walking, name: string) {
  const others = widths.filter((one) => one !== width);
  for (const one of [...others, width]) {
    await resize(screen, one);
    const layout = await layoutAtRest(screen);
    const where = `${name} at ${one} px`;
    faults.push(...faultsOf(layout).map((fault) => `${where}: ${fault}`));
    seen.set(where, layout);
    await keepPicture(screen, `${engine.name}-${name}-${one}`);
  }
}

/** What follows the window's width by script comes a moment after it: two looks in a row must see the same. */
async function layoutAtRest({ evaluate }: Screen): Promise<Layout> {
  let before = "";
  return vi.waitFor(async () => {
    const unrest = await evaluate(unrestInPage, null);
    if (unrest !== null) throw new Error(unrest);
    const layout = await evaluate(layoutInPage, null);
    const now = JSON.stringify(layout);
    const isSame = now === before;
    before = now;
    if (!isSame) throw new Error("the layout changes");
    return layout;
  }, patience);
}

function resize({ driver }: Screen, width: Width): Promise<void> {
  return driver.resize(width, width === 390 ? 800 : 900);
}

/** For people, when SCREENSHOTS names a folder. */
async function keepPicture({ driver }: Screen, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  writeFileSync(resolve(folder, `${name.replaceAll(/[ /]/g, "-")}.png`), await driver.screenshot());
}
