/** Leads one visitor through one walk at one width: opens screens, takes their pictures in both schemes, and writes down what is wrong. */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser } from "playwright-core";
import { localeTable } from "../../worker/contract/locales.ts";
import { bringAxe, faultsOf, settled } from "../support/accessibility.ts";
import { newVisitor, type Language, type Visitor } from "../support/browser.ts";
import { focusFaults } from "./focus.ts";
import { shiftsOf, watchShifts } from "../support/layout-shift.ts";
import { clippedText, foreignWords, missingGlyphs, smallTargets } from "../support/legibility.ts";
import type { NewMember } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";
import { signIn } from "../support/visits.ts";
import { localMember, type Wish } from "./cast.ts";

export const schemes = ["light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

export interface Picture {
  walk: string;
  state: string;
  language: Language;
  width: number;
  scheme: Scheme;
  /** Below the folder of the index page. */
  file: string;
  faults: string[];
}

export interface Outing {
  shop: Shop;
  browser: Browser;
  walk: string;
  language: Language;
  width: number;
  schemes: readonly Scheme[];
  folder: string;
}

export interface Showing {
  /** The screen is meant to be waiting: its skeletons stay. */
  isWaiting?: boolean;
  /** What cannot be fetched is told in the console. */
  isOffline?: boolean;
  /** Words of shoppers in other languages that may stand on the screen. */
  foreign?: readonly string[];
}

export interface Guide extends Visitor, Outing {
  /** A path below the language; comes back when all of the screen is there. */
  open(path: string): Promise<void>;
  show(state: string, showing?: Showing): Promise<void>;
  /** Opens and shows. */
  see(path: string, state: string): Promise<void>;
  /** Waits for the dialog and shows it. */
  showDialog(state: string): Promise<void>;
  newMember(wish?: Wish): Promise<NewMember>;
  /** Signs in on the way to a path below the language. */
  enter(path: string, member: { email: string; password: string }): Promise<void>;
  button(
    key: string,
    params?: Record<string, string | number>,
  ): ReturnType<Visitor["page"]["getByRole"]>;
}

export async function newGuide(outing: Outing, keep: (picture: Picture) => void): Promise<Guide> {
  const { shop, browser, language, width } = outing;
  const visitor = await newVisitor(browser, shop.url, language, width);
  const { page, says } = visitor;
  await bringAxe(page);
  await watchShifts(page);
  let shifts: string[] = [];
  const arrived = async () => {
    await settled(page);
    await page.evaluate(() =>
      document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 150))),
    );
    shifts = await shiftsOf(page);
  };
  const open = async (path: string) => {
    await page.goto(`/${language}/${path}`);
    await arrived();
  };
  const showNow: Guide["show"] = async (state, showing = {}) => {
    await show(outing, visitor, state, { ...showing, shifts }, keep);
    shifts = [];
  };
  return {
    ...outing,
    ...visitor,
    open,
    show: showNow,
    see: async (path, state) => {
      await open(path);
      await showNow(state);
    },
    showDialog: async (state) => {
      await page.getByRole("dialog").waitFor();
      await showNow(state);
    },
    newMember: (wish = {}) => localMember(shop, language, wish),
    enter: async (path, member) => {
      await page.goto(`/${language}/login?from=${encodeURIComponent(`/${language}/${path}`)}`);
      await signIn(visitor, member);
      await page.goto(`/${language}/${path}`);
      await arrived();
    },
    button: (key, params) => page.getByRole("button", { name: says(key, params), exact: true }),
  };
}

async function show(
  outing: Outing,
  visitor: Visitor,
  state: string,
  showing: Showing & { shifts: readonly string[] },
  keep: (picture: Picture) => void,
) {
  const { language, width, walk, folder } = outing;
  const { page } = visitor;
  if (showing.isWaiting !== true) await settled(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const isOverlaid = (await page.locator("dialog[open]").count()) > 0;
  if (!isOverlaid) await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  // Loading must not move anything; an answer to a press may, and is seen where it was pressed.
  const shared = [
    ...showing.shifts,
    ...visitor.troubles
      .splice(0)
      .filter((trouble) => showing.isOffline !== true && !isExpected(trouble)),
  ];
  for (const [index, scheme] of outing.schemes.entries()) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const faults = index === 0 ? shared : [];
    faults.push(
      ...(await faultsOf(
        page,
        width,
        localeTable[language].htmlLang,
        index === 0 ? "everything" : "colours",
      )),
    );
    if (index === 0)
      faults.push(
        ...(await clippedText(page)),
        ...(await smallTargets(page)),
        ...(await missingGlyphs(page)),
      );
    if (index === 0) faults.push(...(await foreignWords(page, language, showing.foreign)));
    const file = `${language}/${width}/${scheme}/${walk}-${state}.png`.replaceAll(/[ ,?=]+/g, "-");
    mkdirSync(resolve(folder, file, ".."), { recursive: true });
    await page.screenshot({
      path: resolve(folder, file),
      fullPage: !isOverlaid,
      animations: "disabled",
    });
    if (index === outing.schemes.length - 1) faults.push(...(await focusFaults(page)));
    keep({ walk, state, language, width, scheme, file, faults });
  }
}

/** The console of Chromium tells every answer of 400 and above; the walks ask for many of them. */
const isExpected = (trouble: string) =>
  /Failed to load resource: .*(status of [45]\d\d|ERR_INTERNET_DISCONNECTED)/.test(trouble);
