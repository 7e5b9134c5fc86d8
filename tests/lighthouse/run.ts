/**
 * Lighthouse with its mobile preset on the production build. Fails below performance 99, or below 100 in accessibility,
 * best practices and search engines; `zh`, `en` or `ja` as an argument picks the language.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { findBrowser } from "../../.scripts/browser.mjs";
import { browserFlags, textOf, type Language } from "../support/browser.ts";
import { newMember } from "../support/new-member.ts";
import { startShop } from "../support/shop.ts";
import { signIn } from "../support/visits.ts";

const least = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 };
const categories = Object.keys(least) as (keyof typeof least)[];
const signedOut = ["home", "login", "info/PrivacyPolicy"];
const signedIn = ["fragrance-quiz", "cart"];

const language = (process.argv.slice(2).find((argument) => /^(zh|en|ja)$/.test(argument)) ?? "zh") as Language;
const executablePath = findBrowser();
if (executablePath === null) throw new Error("No Chromium: run npm test, or set CHROMIUM_PATH");
process.env.SHOP_BUILD ??= "dist";

const profile = mkdtempSync(resolve(tmpdir(), "sillage-lighthouse-"));
const port = await freePort();
const shop = await startShop();
const browser = await chromium.launchPersistentContext(profile, {
  executablePath,
  headless: true,
  args: [...browserFlags, `--remote-debugging-port=${port}`],
});
const origin = `http://localhost:${shop.url.port}`;

let isEnough = true;
const rows: Record<string, Record<string, number>> = {};
try {
  for (const screen of signedOut) await measure(screen);
  const page = await browser.newPage();
  await page.goto(`${origin}/${language}/login`);
  const says = (key: string, params?: Record<string, string | number>) => textOf(language, key, params);
  await signIn({ page, says, troubles: [], close: async () => undefined }, await newMember(shop, { language }));
  await page.close();
  for (const screen of signedIn) await measure(screen);
} finally {
  await browser.close();
  await shop.close();
  rmSync(profile, { recursive: true, force: true });
}
console.table(rows);
process.exit(isEnough ? 0 : 1);

async function measure(screen: string): Promise<void> {
  await warmUp(screen);
  const result = await lighthouse(`${origin}/${language}/${screen}`, {
    port,
    logLevel: "error",
    onlyCategories: categories,
    disableStorageReset: true,
  });
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${screen}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${screen}: ${lhr.runtimeError.message}`);
  rows[screen] = Object.fromEntries(categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]));
  for (const name of categories) {
    const points = rows[screen]?.[name] ?? 0;
    if (points >= least[name]) continue;
    isEnough = false;
    const lost = (lhr.categories[name]?.auditRefs ?? []).map(({ id, weight }) => ({ weight, audit: lhr.audits[id] }));
    for (const { weight, audit } of lost) {
      if (weight === 0 || audit === undefined || audit.score === null || audit.score >= 0.995) continue;
      console.log(`${screen}: ${name} ${points}: ${audit.id} ${audit.score} ${audit.displayValue ?? audit.title}`);
    }
  }
}

/** A deployed Worker is awake; what the page downloaded is forgotten again. Lighthouse's own clean-up would sign the member out as well. */
async function warmUp(screen: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${origin}/${language}/${screen}`, { waitUntil: "networkidle" });
  const devtools = await browser.newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "service_workers,cache_storage" });
  await page.close();
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => done(free));
    });
  });
}
