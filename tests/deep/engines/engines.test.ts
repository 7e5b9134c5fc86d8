/** The screens work and look alike in the three engines that shoppers have, at once and against one shop. */
import { afterAll, describe, expect, test } from "vitest";
import { isHere, openEngines } from "../../engines/shop.ts";
import type { Screen } from "../../engines/screen.ts";
import { visit, type Visitor } from "../../engines/visit.ts";
import { buySampleSet } from "../../engines/walks.ts";
import { add } from "../../support/carts.ts";
import { newMember } from "../../support/new-member.ts";
import { lookAt, type Layouts } from "./layout.ts";
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
