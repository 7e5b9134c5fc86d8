/** What a person does at a screen, whatever the engine behind it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { vi } from "vitest";
import { textOf, type Language } from "../support/browser.ts";
import { root } from "../support/repository.ts";
import type { Driver } from "./drivers/driver.ts";
import {
  chooseInPage,
  findInPage,
  missedInPage,
  selectFocused,
  type Found,
  type Wanted,
} from "./in-page.ts";

const axeSource = readFileSync(resolve(root, "node_modules/axe-core/axe.min.js"), "utf8");
export const patience = { timeout: 60_000, interval: 80 };

export interface Screen {
  driver: Driver;
  says(key: string, params?: Record<string, string | number>): string;
  /** A path below the language, such as `cart`. */
  open(path: string): Promise<void>;
  path(): Promise<string>;
  /** The path and query match, in this language. */
  arrive(pattern: string | RegExp): Promise<void>;
  all(wanted: Wanted): Promise<Found[]>;
  waitFor(wanted: Wanted): Promise<Found>;
  waitUntilGone(wanted: Wanted): Promise<void>;
  click(wanted: Wanted): Promise<void>;
  fill(wanted: Wanted, text: string): Promise<void>;
  choose(css: string, value: string): Promise<void>;
  /** Runs a function in the page; it may use nothing but its argument. */
  evaluate<Argument, Result>(work: (given: Argument) => Result, given: Argument): Promise<Result>;
}

export function screenOf(driver: Driver, origin: string, language: Language): Screen {
  const evaluate = async <Argument, Result>(
    work: (given: Argument) => Result,
    given: Argument,
  ): Promise<Result> => {
    const call = `(${String(work)})(${JSON.stringify(given) ?? ""})`;
    return JSON.parse(await driver.evaluate(`JSON.stringify(${call} ?? null)`));
  };
  const find = async (wanted: Wanted, aim: boolean): Promise<Found[]> => {
    const found = await evaluate(findInPage, { wanted, aim });
    if (found !== null) return found;
    await driver.evaluate(`(() => { ${axeSource}; return "" })()`);
    return (await evaluate(findInPage, { wanted, aim })) ?? [];
  };
  const path = () => evaluate(() => location.pathname + location.search, null);

  /** The one match, at rest and under the mouse. */
  const aimAt = (wanted: Wanted): Promise<Found> =>
    vi.waitFor(async () => {
      const [before] = await find(wanted, true);
      const [found, another] = await find(wanted, false);
      const which = JSON.stringify(wanted);
      if (found === undefined || before === undefined) throw new Error(`no ${which}`);
      if (another !== undefined) throw new Error(`more than one ${which}`);
      if (found.isDisabled) throw new Error(`${which} is disabled`);
      if (found.covered !== null) throw new Error(`${which} lies under ${found.covered}`);
      if (found.x !== before.x || found.y !== before.y) throw new Error(`${which} moves`);
      return found;
    }, patience);
  const click = (wanted: Wanted) =>
    vi.waitFor(async () => {
      const { x, y } = await aimAt(wanted);
      await driver.clickAt(x, y);
      // Without an answer, the click has left the page.
      const missed = await evaluate(missedInPage, null).catch(() => null);
      if (missed !== null) throw new Error(`${JSON.stringify(wanted)} moved away from ${missed}`);
    }, patience);

  return {
    driver,
    evaluate,
    path,
    click,
    says: (key, params) => textOf(language, key, params),
    open: (below) => driver.goto(`${origin}/${language}/${below}`),
    arrive: (pattern) =>
      vi.waitFor(async () => {
        const here = await path();
        const below = here.slice(`/${language}/`.length);
        const isThere = typeof pattern === "string" ? below === pattern : pattern.test(below);
        if (!isThere || !here.startsWith(`/${language}/`))
          throw new Error(`at ${here} instead of ${pattern}`);
      }, patience),
    all: (wanted) => find(wanted, false),
    waitFor: (wanted) =>
      vi.waitFor(async () => {
        const [found] = await find(wanted, false);
        if (found === undefined) throw new Error(`no ${JSON.stringify(wanted)}`);
        return found;
      }, patience),
    waitUntilGone: (wanted) =>
      vi.waitFor(async () => {
        if ((await find(wanted, false)).length > 0)
          throw new Error(`${JSON.stringify(wanted)} is still here`);
      }, patience),
    async fill(wanted, text) {
      await click(wanted);
      await evaluate(selectFocused, null);
      await driver.type(text);
      await vi.waitFor(async () => {
        const { value } = (await find(wanted, false))[0] ?? { value: "" };
        if (value !== text) throw new Error(`${JSON.stringify(wanted)} holds "${value}"`);
      }, patience);
    },
    choose: (css, value) =>
      vi.waitFor(async () => {
        if (!(await evaluate(chooseInPage, { css, value })))
          throw new Error(`nothing to choose ${value} from at ${css}`);
      }, patience),
  };
}
