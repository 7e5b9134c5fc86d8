/** A fragrance in the first HTML: for how long it is remembered, and what is said of it. */
import { expect, test } from "vitest";
import type { Scent } from "#contract/scent";
import { findScent } from "../../worker/documents/kept-scents.ts";
import {
  scentDescription,
  scentHtmlOf,
  type FoundScent,
} from "../../worker/documents/scent-html.ts";

const note = (name: string) => ({
  share: null,
  raw_material: { id: name, name, family: null, volatility: null },
});
const scentOf = (change: Partial<Scent["product"]> = {}, top = ["Yuzu"]): Scent => ({
  product: { id: "x", product_id: "SL-001", product_name: "Rain", description: null, ...change },
  notes: {
    product_id: "SL-001",
    top: top.map(note),
    middle: [note("Fig"), note("Tea & Ink")],
    back: [note("Fig")],
  },
  allergens: { found: [], unknown: [] },
  sizes: null,
});

/** A clock and a catalogue of the test's own. */
function isolate(key: string) {
  let now = 0;
  let found: FoundScent = scentOf();
  let reads = 0;
  const behind: Promise<unknown>[] = [];
  const ports = { now: () => now, waitUntil: (work: Promise<unknown>) => void behind.push(work) };
  const read = async () => {
    reads += 1;
    return found;
  };
  return {
    at: async (ms: number, published?: FoundScent) => {
      now = ms;
      found = published ?? found;
      const shown = await findScent(ports, key, read);
      await Promise.all(behind);
      return [shown, reads];
    },
  };
}

test("a fragrance is read once in five minutes, then anew behind the answer, by one visitor", async () => {
  const { at } = isolate("once");
  const first = scentOf();
  expect(await at(0, first)).toEqual([first, 1]);
  expect(await at(300_000)).toEqual([first, 1]);
  const edited = scentOf({ description: "Edited" });
  expect(await at(300_001, edited), "the old one is shown meanwhile").toEqual([first, 2]);
  expect(await at(300_002)).toEqual([edited, 2]);
  expect(await at(600_001), "five minutes from when it was read").toEqual([edited, 2]);
  expect(await at(600_002)).toEqual([edited, 3]);
});

test("the same facts stay the same object, so that nothing is made from them again", async () => {
  const { at } = isolate("same");
  const [first] = await at(0, scentOf());
  await at(400_000, scentOf());
  expect((await at(400_001))[0]).toBe(first);
});

test("what could not be read is asked for again at once, what is unknown after a minute; only the upstream takes a page away", async () => {
  const { at } = isolate("gone");
  expect(await at(0, "unread")).toEqual(["unread", 1]);
  expect(await at(1, "unknown")).toEqual(["unknown", 2]);
  const scent = scentOf();
  expect(await at(60_000, scent)).toEqual(["unknown", 2]);
  expect(await at(60_001)).toEqual([scent, 3]);
  await at(400_000, "unread");
  expect(await at(800_000, "unknown"), "it was kept through the outage").toEqual([scent, 5]);
  expect(await at(800_001)).toEqual(["unknown", 5]);
});

test("strangers who make up a thousand addresses are remembered no longer, and no fragrance is forgotten for them", async () => {
  const { at } = isolate("a fragrance");
  await at(0, scentOf());
  const made = Array.from({ length: 1_001 }, (_, index) => isolate(`made up ${index}`));
  for (const one of made) await one.at(0, "unknown");
  expect((await made[0]?.at(1))?.[1]).toBe(2);
  expect((await made[1_000]?.at(1))?.[1]).toBe(1);
  expect((await at(1))[1]).toBe(1);
});

test("of six hundred and one fragrances the one read first is read again", async () => {
  const isolates = Array.from({ length: 601 }, (_, index) => isolate(`many ${index}`));
  for (const { at } of isolates) await at(0);
  expect((await isolates[1]?.at(1))?.[1]).toBe(1);
  expect((await isolates[0]?.at(1))?.[1]).toBe(2);
});

test("a fragrance is shown with its number, unless it has no other name, its story and its notes", () => {
  expect(scentHtmlOf(scentOf({ description: "Rain & <b>" }, ["<Yuzu>", "Lemon"]))).toEqual({
    id: "x",
    number: "SL-001",
    name: "Rain",
    story: "Rain &amp; &lt;b&gt;",
    top: "&lt;Yuzu&gt;</li><li>Lemon",
    middle: "Fig</li><li>Tea &amp; Ink",
    back: "Fig",
  });
  const nameless = scentHtmlOf(scentOf({ product_name: "SL-001" }, []));
  expect(nameless).toMatchObject({ number: "", name: "SL-001", story: "", top: "" });
});

test("a search result has its story and each note once, in at most 160 signs", () => {
  expect(scentDescription(scentOf({ description: "Rain." }), "en")).toBe(
    "Rain. Yuzu, Fig, Tea & Ink",
  );
  expect(scentDescription(scentOf(), "zh")).toBe("Yuzu、Fig、Tea & Ink");
  const bare = scentOf();
  bare.notes = { product_id: "SL-001", top: [], middle: [], back: [] };
  expect(scentDescription(bare, "en")).toBeNull();
  const told = (description: string) =>
    scentDescription({ ...bare, product: { ...bare.product, description } }, "en");
  expect(told("🌲".repeat(160))).toBe("🌲".repeat(160));
  expect(told("🌲".repeat(161))).toBe(`${"🌲".repeat(159)}…`);
  expect(told(`${"x".repeat(158)}  ${"y".repeat(9)}`)).toBe(`${"x".repeat(158)}…`);
});
