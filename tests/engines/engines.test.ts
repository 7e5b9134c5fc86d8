/** The main job, registration and the purchase page in the three engines that shoppers have, at once and against one shop. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isInCi, missingEngines, sayMissing, type EngineName } from "../../.scripts/engines.ts";
import { add } from "../support/carts.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { startChromium } from "./drivers/chromium.ts";
import type { Engine } from "./drivers/driver.ts";
import { startFirefox } from "./drivers/firefox.ts";
import { endedByItself, startWebKit } from "./drivers/webkit.ts";
import { layoutInPage } from "./layout-in-page.ts";
import { differences, faultsOf, orderDifferences, type Layout } from "./layout.ts";
import { screenOf } from "./screen.ts";
import { openTlsDoor } from "./tls-door.ts";
import { visit, type Seen } from "./visit.ts";
import { buySampleSet, chooseOptions, register, showScreens } from "./walks.ts";

const start = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };
const casts = [
  { name: "chromium", language: "en", width: 1280, phone: "90-1234-5601" },
  { name: "firefox", language: "ja", width: 390, phone: "90-1234-5602" },
  { name: "webkit", language: "zh", width: 390, phone: "90-1234-5603" },
] as const;

const missing = missingEngines();
if (missing.length > 0) console.warn(sayMissing(missing));

let door: Awaited<ReturnType<typeof openTlsDoor>>;
let shop: Shop;
const open: Engine[] = [];
beforeAll(async () => {
  door = await openTlsDoor();
  const started = await startShop({ vars: { PUBLIC_ORIGIN: door.origin } });
  door.leadTo(started.url);
  // Its members come by the same door.
  shop = { ...started, url: new URL(door.origin) };
});
afterAll(async () => {
  await Promise.all(open.map((engine) => engine.close()));
  await shop?.close();
  await door?.close();
});

const nothing = (): Record<EngineName, Seen> => ({
  chromium: new Map(),
  firefox: new Map(),
  webkit: new Map(),
});
/** Each engine in its own language, and all in the first one. */
const [walked, alike] = [nothing(), nothing()];

describe.for(casts)("in $name", { concurrent: true }, ({ name, language, width, phone }) => {
  const isHere = !missing.includes(name);
  let engine: Engine;
  beforeAll(async () => {
    if (!isHere && !isInCi) return;
    engine = await start[name]();
    open.push(engine);
  });
  const visitor = () => ({ engine, language, width, origin: door.origin, seen: walked[name] });
  // A browser that crashes says nothing of the shop.
  const options = { concurrent: false, retry: { count: 1, condition: new RegExp(endedByItself) } };

  test.runIf(isHere || isInCi)(
    "a member takes the quiz and pays for samples",
    options,
    async () => {
      const member = await newMember(shop, { language });
      await visit(visitor(), (here) => buySampleSet(here, member));
    },
  );

  test.runIf(isHere || isInCi)("somebody registers and chooses a password", options, async () => {
    await visit(visitor(), (here) =>
      register(here, shop, { email: `${name}-${crypto.randomUUID()}@example.test`, phone }),
    );
  });

  test.runIf(isHere || isInCi)("somebody chooses options of a bottle", options, async () => {
    await visit(visitor(), chooseOptions);
  });

  test.runIf(isHere || isInCi)("a broken page is noticed", options, async () => {
    const driver = await engine.open("en-GB");
    try {
      await driver.resize(1280, 800);
      await driver.goto(`data:text/html,${encodeURIComponent(brokenPage)}`);
      const layout = await screenOf(driver, "", language).evaluate(layoutInPage, null);
      expect(layout.scrollWidth).toBeGreaterThanOrEqual(1900);
      expect(faultsOf(layout).sort()).toEqual([
        'outside the window: a "Far away"',
        'overlap: button "Pay now" and button "Back"',
        `scrolls sideways by ${layout.scrollWidth - layout.width} px`,
        'text outside the window: a "Far away"',
        'text outside the window: p "As wide as no telephone"',
      ]);
    } finally {
      await driver.close();
    }
  });

  test.runIf(isHere || isInCi)("the screens are read in one language", options, async () => {
    const member = await newMember(shop, { language: "zh" });
    expect((await add(member.shopper)).status).toBe(200);
    await visit({ ...visitor(), language: "zh", seen: alike[name] }, (here) =>
      showScreens(here, member),
    );
  });
});

/** What each of these engines must be able to notice. */
const brokenPage = `<!doctype html><body style="margin: 0"><h1>Broken</h1>
  <button style="position: absolute; left: 0; top: 80px">Pay now</button>
  <button style="position: absolute; left: 20px; top: 90px">Back</button>
  <p style="width: 2000px">As wide as no telephone</p>
  <a href="#" style="position: absolute; left: 1900px; top: 0">Far away</a>`;

const [reference, ...others] = casts
  .map(({ name }) => name)
  .filter((one) => !missing.includes(one));

test.runIf(others.length > 0).each(others)(
  "%s lays the screens out as the first engine does",
  (other) => {
    const faults = [
      ...compare(walked, other, orderDifferences),
      ...compare(alike, other, differences),
    ];
    expect(faults).toEqual([]);
  },
);

function compare(
  seen: Record<EngineName, Seen>,
  other: EngineName,
  judge: (one: Layout, another: Layout) => string[],
): string[] {
  const [here, there] = [seen[reference ?? other], seen[other]];
  expect(here.size).toBeGreaterThan(15);
  expect([...there.keys()].sort()).toEqual([...here.keys()].sort());
  return [...here].flatMap(([name, layout]) =>
    judge(layout, there.get(name) ?? layout).map((fault) => `${name}: ${fault}`),
  );
}
