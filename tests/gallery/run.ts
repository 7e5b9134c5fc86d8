/**
 * Takes pictures of the screens and states of the production build in three languages, three widths and two schemes, with one page
 * over all of them in `.gallery`. What may be wrong on a screen is judged by `tests/journeys/accessibility.test.ts`.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { endCommand, readCommandLine } from "../../.scripts/command-line.ts";
import { settled } from "../support/accessibility.ts";
import { launchBrowser, newVisitor, type Language, type Visitor } from "../support/browser.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { infoContexts } from "../../worker/contract/screens.ts";
import { add, finishedJars, sampleSet } from "../support/carts.ts";
import { beginRegistration, descriptionField, search, tapCard } from "../support/visits.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { giveOrder } from "../support/quiz-orders.ts";

/** Below the language; an act leads on to the next picture. */
type Screen = [path: string, ...acts: [state: string, act: (visitor: Visitor) => Promise<void>][]];

interface Seen {
  /** Null for a visitor. */
  member: (shop: Shop, language: Language) => Promise<NewMember | null>;
  screens: readonly Screen[];
}

const options = "purchase-options?productNumber=SL-001&userType";
const send = ({ page }: Visitor) => page.locator('main button[type="submit"]').last().click();
const lastInHeader = ({ page }: Visitor) => page.locator("header button").last().click();
const firstInHeader = ({ page }: Visitor) => page.locator("header button").first().click();
const firstBox = ({ page }: Visitor) => page.getByRole("checkbox").first().click();
const pressed =
  (key: string) =>
  ({ page, says }: Visitor) =>
    page
      .getByRole("button", { name: says(key), exact: true })
      .first()
      .click();

async function buyer(shop: Shop, language: Language): Promise<NewMember> {
  const member = await newMember(shop, { language });
  for (const line of [sampleSet({ userAnswer: "hinoki" }), finishedJars()])
    await add(member.shopper, line);
  for (const address of ["1 Fig Lane", "2 Moss Road"])
    await member.shopper.send("POST", "/shipping-addresses", { address });
  for (const status of ["delivered", "shipped", "pending", "cancelled", "refunded"])
    await giveOrder(shop, member.email, { status });
  return member;
}

const walks: Record<string, Seen> = {
  visitor: {
    member: () => Promise.resolve(null),
    screens: [
      ["home", ["account menu", lastInHeader]],
      ["home?menu", ["side menu or languages", firstInHeader]],
      ...infoContexts.map((context): Screen => [`info/${context}`]),
      ["scent/hinoki-rain"],
      ["scent/no-such-scent"],
      ["cart"],
      [`${options}=personal-jar`, ["notices", firstBox]],
      [`${options}=enterprise`],
      ["login", ["fields wrong", send]],
      ["forgot-password", ["field wrong", send]],
      ["register", ["a business", (visitor) => beginRegistration(visitor, "business")]],
      [
        "register?individual",
        ["an individual", (visitor) => beginRegistration(visitor, "individual")],
        ["fields wrong", send],
      ],
      ["change-password"],
      ["payment-result?data=unreadable&sig=broken"],
    ],
  },
  buyer: {
    member: buyer,
    screens: [
      ["home", ["cart drawer", lastInHeader]],
      ["cart", ["cleared", pressed("shop.cart.clear")]],
      ["checkout"],
      ["orders", ["ordering again", pressed("shop.reorder.button")]],
      ["profile"],
      ["profile?tab=password"],
      ["profile?tab=addresses", ["a new one", pressed("auth.profile.addresses.add")]],
      ["profile?tab=sessions"],
      ["fragrance-quiz"],
    ],
  },
  newcomer: {
    member: (shop, language) => newMember(shop, { language }),
    screens: [
      ["cart"],
      ["orders"],
      [
        "fragrance-quiz",
        ["questions or words", (visitor) => tapCard(visitor, "personalOptions", "sample")],
        ["own words", (visitor) => tapCard(visitor, "selection", "description")],
        ["results", searchInWords],
      ],
    ],
  },
  business: {
    member: (shop, language) => newMember(shop, { language, isBusiness: true }),
    screens: [["fragrance-quiz", ["results", searchInWords]], ["profile"]],
  },
};

async function searchInWords(visitor: Visitor): Promise<void> {
  await descriptionField(visitor).fill("雨後の檜 hinoki 檜木");
  await search(visitor);
  await visitor.page.locator("main ol > li").first().waitFor();
}

const names = Object.keys(walks);
const help = `Usage: npm run gallery [-- CHOICE …]
Takes pictures of every screen of the production build (npm run build). Each CHOICE narrows it:
  zh, en, ja        languages
  360, 768, 1280    widths
  ${names.join(", ")}`;
const { positionals: wanted } = readCommandLine(help, {}, { positionals: true });
const choices = ["zh", "en", "ja", "360", "768", "1280", ...names];
for (const choice of wanted)
  if (!choices.includes(choice)) endCommand(2, `There is no choice “${choice}”.\n\n${help}`);
const chosen = <One extends string | number>(all: readonly One[]) => {
  const some = all.filter((one) => wanted.includes(String(one)));
  return some.length === 0 ? all : some;
};

const folder = resolve(import.meta.dirname, "../../.gallery");
process.env.SHOP_BUILD ??= "dist";
const pictures: string[] = [];
let cutShort = 0;
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
const [shop, browser] = await Promise.all([startShop(), launchBrowser()]);
try {
  for (const language of chosen<Language>(["zh", "en", "ja"]))
    for (const width of chosen([360, 768, 1280]))
      for (const name of chosen(names)) await go(name, language, width);
} finally {
  await browser.close();
  await shop.close();
}
writeFileSync(resolve(folder, "index.html"), indexPage());
console.log(`${pictures.length} pictures, ${cutShort} screens cut short: ${folder}/index.html`);
process.exitCode = cutShort === 0 ? 0 : 1;

async function go(name: string, language: Language, width: number): Promise<void> {
  const { member, screens } = walks[name] ?? endCommand(2, help);
  const who = await member(shop, language);
  const { token = null, cookies = new Map() } = who?.shopper ?? {};
  const signedIn = token === null ? undefined : { accessToken: token, cookies };
  const visitor = await newVisitor(browser, shop.url, language, width, signedIn);
  visitor.page.setDefaultTimeout(20_000);
  for (const [path, ...acts] of screens) {
    let state = path;
    try {
      await visitor.page.goto(`/${language}/${path}`);
      await show(visitor, `${language}/${width}/${name}-${state}`);
      for (const [next, act] of acts) {
        state = `${path}, ${next}`;
        await act(visitor);
        await show(visitor, `${language}/${width}/${name}-${state}`);
      }
    } catch (error) {
      cutShort += 1;
      console.log(`cut short: ${name} ${language} ${width} ${state}: ${String(error)}`);
    }
  }
  await visitor.close();
}

async function show({ page }: Visitor, name: string): Promise<void> {
  await settled(page);
  for (const colorScheme of ["light", "dark"] as const) {
    const file = `${name}-${colorScheme}.png`.replaceAll(/[ ,?=&]+/g, "-");
    mkdirSync(dirname(resolve(folder, file)), { recursive: true });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const fullPage = (await page.locator("dialog[open]").count()) === 0;
    await page.screenshot({ path: resolve(folder, file), fullPage, animations: "disabled" });
    pictures.push(file);
  }
}

function indexPage(): string {
  const figures = pictures.map(
    (file) =>
      `<figure><img src="${file}" loading="lazy" alt=""><figcaption>${file}</figcaption></figure>`,
  );
  const style = "figure { display: inline-block; inline-size: 12rem } img { inline-size: 100% }";
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title><style>${style}</style>${figures.join("\n")}`;
}
