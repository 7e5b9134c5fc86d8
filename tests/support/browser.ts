import { chromium, type Browser, type Page } from "playwright-core";
import { findBrowser } from "../../.scripts/browser.ts";
import { flatMessages, read } from "./repository.ts";

// Chromium draws the suggestions of its address bar as two pages of its own for every window: 0.25 s of processor each time.
// The last list of features counts, so those of Playwright's list that matter here are named again.
const withoutFeatures = `WebUIOmniboxPopup WebUIOmniboxAimPopup AimEnabled PreconnectToSearch
  OptimizationHints NetworkTimeServiceQuerying HttpsUpgrades HttpsFirstBalancedModeAutoEnable
  PaintHolding ThirdPartyStoragePartitioning AvoidUnnecessaryBeforeUnloadCheckSync
  DestroyProfileOnBrowserClose`.split(/\s+/);

export const browserFlags = `--no-sandbox --disable-gpu --disable-background-networking
  --disable-component-update --disable-sync --no-first-run`
  .split(/\s+/)
  .concat(`--disable-features=${withoutFeatures.join(",")}`);

export type Language = "zh" | "en" | "ja";
/** The one language of a job; with DEEP=1 all three, this one first. For `test.each`. */
export function languagesOf(language: Language): readonly Language[] {
  const all: Language[] = [language, "zh", "en", "ja"];
  return process.env.DEEP === "1" ? [...new Set(all)] : [language];
}

export const browserTags = { zh: "zh-TW", en: "en-GB", ja: "ja-JP" } as const;

export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error("No Chromium: run npm test, or set CHROMIUM_PATH");
  return chromium.launch({ executablePath, headless: true, args: browserFlags });
}

export interface Visitor {
  page: Page;
  says(key: string, params?: Record<string, string | number>): string;
  troubles: string[];
  close(): Promise<void>;
}

export interface SignedIn {
  accessToken: string;
  cookies: ReadonlyMap<string, string>;
}

function stateOf(origin: string, { accessToken, cookies }: SignedIn) {
  const kept = { domain: "localhost", path: "/", expires: -1, secure: true, httpOnly: true };
  const auth = JSON.stringify({ state: { isAuthenticated: true }, version: 0 });
  const localStorage = [
    { name: "access_token", value: accessToken },
    { name: "auth-storage", value: auth },
  ];
  return {
    cookies: [...cookies].map(([name, value]) => ({
      ...kept,
      name,
      value,
      sameSite: "Strict" as const,
    })),
    origins: [{ origin, localStorage }],
  };
}

export async function newVisitor(
  browser: Browser,
  shopUrl: URL,
  language: Language,
  width = 1280,
  signedIn?: SignedIn,
): Promise<Visitor> {
  const origin = `http://localhost:${shopUrl.port}`;
  const context = await browser.newContext({
    ...(signedIn && { storageState: stateOf(origin, signedIn) }),
    baseURL: origin,
    locale: browserTags[language],
    viewport: { width, height: width < 700 ? 760 : 900 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error")
      troubles.push(`console: ${message.text()} ${message.location().url}`);
  });
  return {
    page,
    troubles,
    says: (key, params) => textOf(language, key, params),
    close: () => context.close(),
  };
}

const brandFacts = JSON.parse(read("worker/brand/brand.json")) as Record<string, string>;

export function textOf(
  language: Language,
  key: string,
  params: Record<string, string | number> = {},
): string {
  const [namespace = "", ...rest] = key.split(".");
  const text = flatMessages(language, namespace).get(rest.join("."));
  if (text === undefined) throw new Error(`no text ${key} in ${language}`);
  return text
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]))
    .replaceAll(
      /\{(\w+)\}/g,
      (placeholder, name: string) =>
        brandFacts[name] ?? brandFacts[`${name}_${language}`] ?? placeholder,
    );
}
