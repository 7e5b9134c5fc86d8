import type { Note, NoteFamily } from "#contract/product";
import { leadingNotes, type ListedScent, scentsByFamily } from "#contract/scent";
import { filterOf, findScents } from "../../web/pages/scents/filter.ts";
import { byCloseness, closeness } from "../../web/scent/closeness.ts";
import { listed } from "../../worker/shop/scents/scents.ts";

const note = (name: string, family: NoteFamily | null, share: number | null = 0.5): Note => ({
  share,
  raw_material: { id: name.toLowerCase(), name, family, volatility: null },
});
const scent = (id: string, notes: Note[], more: Partial<ListedScent> = {}): ListedScent => ({
  id,
  name: id,
  line: null,
  seasons: [],
  top: notes.slice(0, 1),
  middle: [],
  back: notes.slice(1),
  ...more,
});
const forest = scent("forest", [note("Cedar", "woody"), note("Yuzu", "citrus")]);
const library = scent("library", [note("Cedar", "woody"), note("Leather", "resinous")]);
const garden = scent("garden", [note("Rose", "floral"), note("Pear", "fruity")]);
const plank = scent("plank", [note("Pine", "woody"), note("Lemon", "citrus")]);

test("a scent is wholly like itself, unlike what it shares nothing with, and alike from either side", () => {
  expect(closeness(forest, forest)).toBeCloseTo(1);
  expect(closeness(forest, garden)).toBe(0);
  expect(closeness(forest, library)).toBeCloseTo(0.5);
  expect(closeness(library, forest)).toBe(closeness(forest, library));
  expect(closeness(forest, plank), "of the same families alone").toBeCloseTo(0.4);
});

test("what a scent holds much of counts more, in whatever tier and however large its shares are in all", () => {
  const mostly = scent("mostly", [note("Cedar", "woody", 90), note("Rose", "floral", 10)]);
  const hardly = scent("hardly", [note("Rose", "floral", 90), note("Cedar", "woody", 10)]);
  expect(closeness(forest, mostly)).toBeGreaterThan(closeness(forest, hardly));
  expect(closeness(mostly, { ...mostly, top: mostly.back, back: mostly.top })).toBeCloseTo(1);
  const small = scent("small", [note("Cedar", "woody", 0.9), note("Rose", "floral", 0.1)]);
  expect(closeness(mostly, small)).toBeCloseTo(1);
});

test("a scent without notes or shares or families is close to nothing that it does not share", () => {
  const bare = scent("bare", []);
  expect(closeness(bare, bare)).toBe(0);
  const unknown = scent("unknown", [note("Cedar", null, null), note("Yuzu", null, null)]);
  expect(closeness(unknown, forest)).toBeCloseTo(0.6);
  const close = byCloseness(forest, [garden, forest, plank, library]).map(({ id }) => id);
  expect(close).toEqual(["library", "plank", "garden"]);
});

test("scents stand by their strongest family, those of none last, and each names a note of each tier", () => {
  const strong = scent("strong", [note("Rose", "floral", 0.2), note("Musk", "musky", 0.7)]);
  const groups = scentsByFamily([scent("bare", []), strong, plank, garden, forest]);
  const told = groups.map(({ family, scents }) =>
    [family, ...scents.map(({ id }) => id)].join(" "),
  );
  expect(told).toEqual(["floral garden", "woody plank forest", "musky strong", " bare"]);
  expect(leadingNotes(strong).map(({ name }) => name)).toEqual(["Rose", "Musk"]);
});

const rain = scent("檜の雨", [note("ヒノキ", "woody"), note("Café", "gourmand")], {
  line: "夕立のあと、Ｈｉｎｏｋｉの遊歩道。",
  seasons: ["spring", "summer"],
});
const shelf = [garden, library, forest, rain];
const idsOf = (search: string) => findScents(shelf, filterOf(search)).map(({ id }) => id);

test.each([
  ["", ["garden", "library", "forest", "檜の雨"]],
  ["word=hinoki", ["檜の雨"]],
  ["word=ＨＩＮＯＫＩ", ["檜の雨"]],
  ["word=ひのき", ["檜の雨"]],
  ["word=cafe", ["檜の雨"]],
  ["word=forest+ced", ["forest"]],
  ["word=est", []],
  ["word=木", []],
  ["word=ノ雨", ["檜の雨"]],
  ["word=forest+rose", ["forest", "garden"]],
  ["note=cedar", ["library", "forest"]],
  ["season=always&family=none", ["garden", "library", "forest", "檜の雨"]],
  ["family=woody&note=yuzu", ["forest"]],
  ["near=library", ["forest", "檜の雨", "garden"]],
  ["near=nobody", ["garden", "library", "forest", "檜の雨"]],
])("the address %j shows %j", (search, ids) => {
  expect(idsOf(search)).toEqual(ids);
});

const product = { id: "x", product_id: "SL-1", product_name: "X" };
const bare = { product_id: "x", top: [], middle: [], back: [] };

test.each([
  [null, null],
  ["Rain. And tea.", "Rain. And tea."],
  [`${"a".repeat(70)} 1.5 ml. ${"b".repeat(70)}.`, `${"a".repeat(70)} 1.5 ml.`],
  [`${"雨".repeat(50)}。${"茶".repeat(50)}。`, `${"雨".repeat(50)}。`],
  ["c".repeat(100), "c".repeat(100)],
])("of the story %j the list says %j", (description, line) => {
  expect(listed({ ...product, description }, bare).line).toBe(line);
});
