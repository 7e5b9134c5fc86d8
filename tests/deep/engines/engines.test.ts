import { isHere, openEngines, visit, type Visitor } from "../../engines/shop.ts";
import type { Screen, Wanted } from "../../engines/screen.ts";
import { buySampleSet, signIn, testCards } from "../../engines/walks.ts";
import { locales } from "../../../worker/contract/locales.ts";
import { add } from "../../support/carts.ts";
import { newMember } from "../../support/new-member.ts";
import { lookAt, type Layouts } from "./layout.ts";

type Look = (name: string) => Promise<void>;

async function chooseOptions(screen: Screen, look: Look): Promise<void> {
  const { says, open, all, click, waitFor } = screen;
  const tab = { css: '[role="tab"]' };
  await open("purchase-options?productId=fig-terrace&productNumber=SL-017&userType=personal-jar");
  await waitFor(tab);
  await look("purchase options");
  // Wrapping is asked for once there is something to wrap.
  for (let place = 0; place < (await all(tab)).length; place += 1) {
    const { text } = await waitFor({ ...tab, nth: place });
    await click({ ...tab, nth: place });
    await waitFor({ css: '[role="tab"][aria-selected="true"]', text });
    await click({ css: '[role="tabpanel"] label', nth: 0 });
    // A choice leads on to the next tab, sooner than a slow machine looks: the count stays.
    const progress = { done: place + 1, all: (await all(tab)).length };
    await waitFor({ css: "main *", text: says("shop.purchase.progress", progress) });
  }
  await look("purchase options chosen");
}

/** What these screens load after everything else: fragrances when somebody comes near; test cards. */
const lastToCome: Record<string, Wanted> = {
  home: { css: 'main a[href*="/scent/"]', nth: 3 },
  checkout: testCards,
  orders: { css: 'main a[href*="/scent/"]', nth: 2 },
};

async function showScreens(
  screen: Screen,
  member: { email: string; password: string },
  look: Look,
): Promise<void> {
  const { open, arrive, waitFor, evaluate } = screen;
  const show = async (path: string) => {
    await open(path);
    await evaluate(() => document.querySelector("#keepsakes-title")?.scrollIntoView(), null);
    await waitFor(lastToCome[path] ?? { css: "h1" });
    await look(`compared ${path}`);
  };
  for (const path of ["home", "register", "info/PrivacyPolicy"]) await show(path);
  await open("login?from=/zh/cart");
  await look("compared login");
  await signIn(screen, member);
  await arrive("cart");
  await look("compared cart");
  for (const path of ["checkout", "profile", "orders", "fragrance-quiz"]) await show(path);
}

const all = [
  { name: "firefox", language: "ja", width: 1280 },
  { name: "webkit", language: "zh", width: 390 },
] as const;
const casts = all.filter(({ name }) => isHere(name));

const engines = await openEngines();
// One language a time: home's scents come from their list.
for (const _ of locales) await engines?.shop.runSchedule();
afterAll(() => engines?.close());

const [walked, alike] = [new Map<string, Layouts>(), new Map<string, Layouts>()];
for (const { name } of casts) for (const seen of [walked, alike]) seen.set(name, new Map());

describe.for(casts)("in $name", { concurrent: true }, ({ name, language, width }) => {
  const inTurn = { concurrent: false };
  const walk = async (
    seen: ReadonlyMap<string, Layouts>,
    change: Partial<Visitor>,
    steps: (screen: Screen, look: (name: string) => Promise<void>) => Promise<void>,
  ) => {
    const engine = await engines.engine(name);
    const visitor = { engine, language, width, origin: engines.origin, ...change };
    const layouts = seen.get(name) ?? expect.fail(`${name} is not here`);
    await visit(visitor, (screen) => steps(screen, lookAt(screen, visitor, layouts)));
    const faulty = [...layouts].filter(([, { faults }]) => faults.length > 0);
    expect(faulty.map(([where, { faults }]) => [where, ...faults])).toEqual([]);
  };

  test("a member takes the quiz and pays for samples", inTurn, async () => {
    const member = await newMember(engines.shop, { language });
    await walk(walked, {}, (screen, look) => buySampleSet(screen, member, look));
  });

  test("somebody chooses options of a bottle", inTurn, async () => {
    await walk(walked, {}, chooseOptions);
  });

  test("the screens are read in one language", inTurn, async () => {
    const member = await newMember(engines.shop, { language: "zh" });
    expect((await add(member.shopper)).status).toBe(200);
    await walk(alike, { language: "zh" }, (screen, look) => showScreens(screen, member, look));
  });
});

test.each(casts.slice(1))("$name shows the screens as the first engine does", ({ name }) => {
  const shownBy = (engine: string = name, seen = alike) => [...(seen.get(engine) ?? [])].sort();
  const orderOf = (engine?: string) =>
    shownBy(engine, walked).map(([screen, { landmarks }]) => [screen, landmarks]);
  const first = casts[0]?.name;
  expect(shownBy(first).length).toBeGreaterThan(15);
  expect(shownBy()).toEqual(shownBy(first));
  expect(orderOf()).toEqual(orderOf(first));
});
