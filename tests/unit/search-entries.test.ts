/** What is offered to somebody who looks for a name that is never to be used. */
import { expect, test } from "vitest";
import { mostRefusals } from "#contract/refusals";
import type { Locale } from "#contract/locales";
import { searchEntries } from "../../web/refusals/NeverUse.tsx";

const t = (key: string, values?: object) =>
  [key.replace("shop.refusals.", ""), ...Object.values(values ?? {})].join(" ");
const found = (query: string, chosen: readonly string[] = [], locale: Locale = "en") =>
  searchEntries({ query, chosen, locale, t });
const idsOf = (query: string, kind: string, chosen: readonly string[] = []) =>
  found(query, chosen)
    .find(({ label }) => label === `group.${kind}`)
    ?.options.map(({ id }) => id);

test("without a word all families are offered, and a few of the rest", () => {
  const counts = found("").map(({ label, options }) => [label, options.length]);
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
    found("d-limonene").find(({ label }) => label === "group.allergen")?.options ?? [];
  expect(option).toEqual({ id: "allergen:limonene", label: "limonene" });
  const inChinese = found("d-limonene", [], "zh").find(({ label }) => label === "group.allergen");
  expect(inChinese?.options[0]).toMatchObject({
    id: "allergen:limonene",
    detail: expect.stringMatching(/^limonene$/i),
  });
});

test("an own word is offered as long as it may be one, and nothing twice", () => {
  const own = { id: "word:barbecue", label: "own_word barbecue" };
  expect(found(" barbecue ")).toEqual([{ label: "group.word", options: [own] }]);
  expect(found("barbecue", ["word:barbecue"])).toEqual([]);
  expect([idsOf("x", "word"), idsOf("", "word")]).toEqual([undefined, undefined]);
  expect(idsOf("rose", "material", ["material:rose"])).not.toContain("material:rose");
});

test("a full list is offered nothing", () => {
  const list = Array.from({ length: mostRefusals }, (_, at) => `word:oddity ${at}`);
  expect(found("rose", list)).toEqual([]);
  expect(found("rose", list.slice(1))).not.toEqual([]);
});
