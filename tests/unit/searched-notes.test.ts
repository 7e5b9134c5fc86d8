import { expect, test } from "vitest";
import type { Locale } from "#contract/locales";
import { allergensOf } from "../../worker/shop/scents/read-scent.ts";
import type { Note } from "#contract/product";
import { mostRefusals } from "#contract/refusals";
import { searchedNotes } from "../../web/pages/quiz/SearchPortrait.tsx";
import { searchEntries } from "../../web/refusals/NeverUse.tsx";
import { namedNotes } from "../../web/refusals/named-notes.ts";
import { portraitOf } from "../../web/scent/portrait.ts";

const familiesIn = (text: string) => namedNotes(text).map(({ family }) => family);

test("what the words name is read in three languages, and what they refuse is left out", () => {
  expect(familiesIn("A forest after rain: hinoki and a little yuzu. No rose.")).toEqual([
    "aquatic",
    "woody",
    "citrus",
  ]);
  expect(familiesIn("雨後的檜木，一點柚子，不要玫瑰")).toEqual(["aquatic", "woody", "citrus"]);
  expect(familiesIn("雨上がりの檜、少し柚子。バラは苦手です。")).toEqual([
    "aquatic",
    "woody",
    "citrus",
  ]);
  expect(familiesIn("Something citrusy? Lemon, lemon and again lemon")).toEqual(["citrus"]);
  expect(familiesIn("Warm and quiet")).toEqual([]);
});

test("every tier has paint for its stage, the lightest on top", () => {
  const tiersOf = (text: string) => {
    const { top, middle, back } = searchedNotes(namedNotes(text));
    return [back, middle, top].map((tier) => tier.map(({ raw_material }) => raw_material.family));
  };
  expect(tiersOf("Warm and quiet")).toEqual([[null], [null], [null]]);
  expect(tiersOf("Sandalwood")).toEqual([[null], ["woody"], [null]]);
  expect(tiersOf("Yuzu and sandalwood")).toEqual([["woody"], [null], ["citrus"]]);
  expect(tiersOf("Yuzu, rain, jasmine, cedar, vanilla, white musk and lemon")).toEqual([
    ["musky", "gourmand"],
    ["woody", "floral"],
    ["aquatic", "citrus"],
  ]);
});

test("the same words are one picture, and other words are another", () => {
  const picture = (text: string) => portraitOf(text, searchedNotes(namedNotes(text)));
  expect(picture("Yuzu and rain")).toEqual(picture("Yuzu and rain"));
  expect(picture("Yuzu and rain")).not.toEqual(picture("Rain and yuzu"));
});

const t = (key: string, values?: object) =>
  [key.replace("shop.refusals.", ""), ...Object.values(values ?? {})].join(" ");
const offered = (query: string, chosen: readonly string[] = [], locale: Locale = "en") =>
  searchEntries({ query, chosen, locale, t });
const idsOf = (query: string, kind: string, chosen: readonly string[] = []) =>
  offered(query, chosen)
    .find(({ label }) => label === `group.${kind}`)
    ?.options.map(({ id }) => id);

test("without a word all families are offered, and a few of the rest", () => {
  const counts = offered("").map(({ label, options }) => [label, options.length]);
  expect(counts).toEqual([
    ["group.family", 12],
    ["group.material", 8],
    ["group.allergen", 8],
  ]);
});

test.each(["rose", " ROSE ", "ローズ", "玫瑰", "ばら"])(
  "%s finds the rose by any of its names, first",
  (query) => {
    expect(idsOf(query, "material")?.[0]).toBe("material:rose");
  },
);

test("the shown name comes before another one, and the short before the long", () => {
  expect(idsOf("ros", "material")?.slice(0, 2)).toEqual(["material:rose", "material:rosehip"]);
});

test("what begins with the words comes before what only holds them, and eight at most are offered", () => {
  const roses = idsOf("rose", "material") ?? [];
  expect(roses[0]).toBe("material:rose");
  expect(roses.length).toBeGreaterThan(1);
  expect(idsOf("o", "material")).toHaveLength(8);
  expect(idsOf("moss", "material")).toContain("material:oakmoss");
});

test("an allergen says its name on lists of ingredients, where that is another one", () => {
  const [option] =
    offered("d-limonene").find(({ label }) => label === "group.allergen")?.options ?? [];
  expect(option).toEqual({ id: "allergen:limonene", label: "limonene" });
  const inChinese = offered("d-limonene", [], "zh").find(({ label }) => label === "group.allergen");
  expect(inChinese?.options[0]).toMatchObject({
    id: "allergen:limonene",
    detail: expect.stringMatching(/^limonene$/i),
  });
});

test("an own word is offered as long as it may be one, and nothing twice", () => {
  const own = { id: "word:barbecue", label: "own_word barbecue" };
  expect(offered(" barbecue ")).toEqual([{ label: "group.word", options: [own] }]);
  expect(offered("barbecue", ["word:barbecue"])).toEqual([]);
  expect([idsOf("x", "word"), idsOf("", "word")]).toEqual([undefined, undefined]);
  expect(idsOf("rose", "material", ["material:rose"])).not.toContain("material:rose");
});

test("a full list is offered nothing", () => {
  const list = Array.from({ length: mostRefusals }, (_, at) => `word:oddity ${at}`);
  expect(offered("rose", list)).toEqual([]);
  expect(offered("rose", list.slice(1))).not.toEqual([]);
});

const note = (name: string): Note => ({
  share: null,
  raw_material: { id: name, name, family: null, volatility: null },
});
const scentOf = (...names: string[]) => ({ top: names.map(note), middle: [], back: [] });

test("what a note is known to hold is named in the language asked for", () => {
  const { found, unknown } = allergensOf(scentOf("Bergamot", "佛手柑"), "ja");
  expect(found).toContainEqual({ name: "リモネン", inci: "Limonene" });
  expect(unknown).toEqual([]);
});

test("a note of no known name holds nobody knows what", () => {
  expect(allergensOf(scentOf("Moon dust", "Moon dust"), "en")).toEqual({
    found: [],
    unknown: ["Moon dust"],
  });
  expect(allergensOf(scentOf("Floral"), "en").unknown, "a family says nothing").toEqual(["Floral"]);
});
