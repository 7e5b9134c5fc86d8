/** The screens work and look alike in the three engines that shoppers have, at once and against one shop. */
import { afterAll, describe, expect, test } from "vitest";
import { isHere, openEngines } from "../../engines/shop.ts";
import { screenOf, type Screen } from "../../engines/screen.ts";
import { visit, type Visitor } from "../../engines/visit.ts";
import { buySampleSet } from "../../engines/walks.ts";
import { add } from "../../support/carts.ts";
import { newMember } from "../../support/new-member.ts";
import { layoutInPage, lookAt, type Layouts } from "./layout.ts";
import { chooseOptions, register, showScreens } from "./walks.ts";

const all = [
  { name: "chromium", language: "en", width: 1280, phone: "90-1234-5601" },
  { name: "firefox", language: "ja", width: 390, phone: "90-1234-5602" },
  { name: "webkit", language: "zh", width: 390, phone: "90-1234-5603" },
] as const;
const casts = all.filter(({ name }) => isHere(name));

const engines = await openEngines();
afterAll(() => engines?.close());

/** By engine: of each in its own language, and of all in the first one. */
const [walked, alike] = [new Map<string, Layouts>(), new Map<string, Layouts>()];
for (const { name } of casts) for (const seen of [walked, alike]) seen.set(name, new Map());

describe.for(casts)("in $name", { concurrent: true }, ({ name, language, width, phone }) => {
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

  test("somebody registers and chooses a password", inTurn, async () => {
    const form = { email: `${name}-${crypto.randomUUID()}@example.test`, phone };
    await walk(walked, {}, (screen, look) => register(screen, engines.shop, form, look));
  });

  test("somebody chooses options of a bottle", inTurn, async () => {
    await walk(walked, {}, chooseOptions);
  });

  test("a broken page is noticed", inTurn, async () => {
    const driver = await (await engines.engine(name)).open("en-GB");
    try {
      await driver.resize(1280, 800);
      await driver.goto(`data:text/html,${encodeURIComponent(brokenPage)}`);
      const { faults } = await screenOf(driver, "", language).evaluate(layoutInPage, null);
      expect(faults.sort()).toEqual([
        'outside the window: a "Far away"',
        'outside the window: p "As wide as no telephone"',
        'overlap: button "Pay now" and button "Back"',
        expect.stringMatching(/^scrolls sideways by \d{3} px$/),
      ]);
    } finally {
      await driver.close();
    }
  });

  test("the screens are read in one language", inTurn, async () => {
    const member = await newMember(engines.shop, { language: "zh" });
    expect((await add(member.shopper)).status).toBe(200);
    await walk(alike, { language: "zh" }, (screen, look) => showScreens(screen, member, look));
  });
});

/** What each of these engines must be able to notice. */
const brokenPage = `<!doctype html><body style="margin: 0"><h1>Broken</h1>
  <button style="position: absolute; left: 0; top: 80px">Pay now</button>
  <button style="position: absolute; left: 20px; top: 90px">Back</button>
  <p style="width: 2000px">As wide as no telephone</p>
  <a href="#" style="position: absolute; left: 1900px; top: 0">Far away</a>`;

test.each(casts.slice(1))("$name shows the screens as the first engine does", ({ name }) => {
  const shownBy = (engine: string = name, seen = alike) => [...(seen.get(engine) ?? [])].sort();
  const orderOf = (engine?: string) =>
    shownBy(engine, walked).map(([screen, { landmarks }]) => [screen, landmarks]);
  const first = casts[0]?.name;
  expect(shownBy(first).length).toBeGreaterThan(15);
  expect(shownBy()).toEqual(shownBy(first));
  expect(orderOf()).toEqual(orderOf(first));
});
