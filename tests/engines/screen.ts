/** What a person does at a screen, whatever the engine behind it. */
import { vi } from "vitest";
import { textOf, type Language } from "../support/browser.ts";
import type { Driver } from "./drivers/driver.ts";
import { findInPage, missedInPage, selectFocused, type Found, type Wanted } from "./in-page.ts";

export const patience = { timeout: 60_000, interval: 100 };

export interface Screen {
  driver: Driver;
  says(key: string, params?: Record<string, string | number>): string;
  /** A path below the language, such as `cart`. */
  open(path: string): Promise<void>;
  /** The path and query match, in this language. */
  arrive(pattern: string | RegExp): Promise<void>;
  all(wanted: Wanted): Promise<Found[]>;
  waitFor(wanted: Wanted): Promise<Found>;
  waitUntilGone(wanted: Wanted): Promise<void>;
  click(wanted: Wanted): Promise<void>;
  fill(wanted: Wanted, text: string): Promise<void>;
  /** Runs a function in the page; it may use nothing but its argument. */
  evaluate<Argument, Result>(work: (given: Argument) => Result, given: Argument): Promise<Result>;
}

export function screenOf(driver: Driver, origin: string, language: Language): Screen {
  const evaluate: Screen["evaluate"] = async (work, given) => {
    const call = `(${String(work)})(${JSON.stringify(given) ?? ""})`;
    return JSON.parse(await driver.evaluate(`JSON.stringify(${call} ?? null)`));
  };
  const find = (wanted: Wanted, aim = false) => evaluate(findInPage, { wanted, aim });
  const until = <T>(look: () => Promise<T>) => vi.waitFor(look, patience);

  /** The one match, at rest and under the mouse. */
  const aimAt = async (wanted: Wanted): Promise<Found> => {
    const [before] = await find(wanted, true);
    const [found, another] = await find(wanted);
    const which = JSON.stringify(wanted);
    if (found === undefined || before === undefined) throw new Error(`no ${which}`);
    if (another !== undefined) throw new Error(`more than one ${which}`);
    if (found.isDisabled) throw new Error(`${which} is disabled`);
    if (found.covered !== null) throw new Error(`${which} lies under ${found.covered}`);
    if (found.x !== before.x || found.y !== before.y) throw new Error(`${which} moves`);
    return found;
  };
  const click = (wanted: Wanted) =>
    until(async () => {
      const { x, y } = await aimAt(wanted);
      await driver.clickAt(x, y);
      // Without an answer, the click has left the page.
      const missed = await evaluate(missedInPage, null).catch(() => null);
      if (missed !== null) throw new Error(`${JSON.stringify(wanted)} moved away from ${missed}`);
    });

  return {
    driver,
    evaluate,
    click,
    says: (key, params) => textOf(language, key, params),
    open: (below) => driver.goto(`${origin}/${language}/${below}`),
    arrive: (pattern) =>
      until(async () => {
        const here = await evaluate(() => location.pathname + location.search, null);
        const below = here.slice(`/${language}/`.length);
        const isThere = typeof pattern === "string" ? below === pattern : pattern.test(below);
        if (!isThere || !here.startsWith(`/${language}/`))
          throw new Error(`at ${here} instead of ${pattern}`);
      }),
    all: (wanted) => find(wanted),
    waitFor: (wanted) =>
      until(async () => {
        const [found] = await find(wanted);
        if (found === undefined) throw new Error(`no ${JSON.stringify(wanted)}`);
        return found;
      }),
    waitUntilGone: (wanted) =>
      until(async () => {
        if ((await find(wanted)).length > 0)
          throw new Error(`${JSON.stringify(wanted)} is still here`);
      }),
    async fill(wanted, text) {
      await click(wanted);
      await evaluate(selectFocused, null);
      await driver.type(text);
      await until(async () => {
        const value = (await find(wanted))[0]?.value;
        if (value !== text) throw new Error(`${JSON.stringify(wanted)} holds "${value}"`);
      });
    },
  };
}
