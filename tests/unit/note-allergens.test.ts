import { expect, test } from "vitest";
import type { Note } from "#contract/product";
import { allergensOf } from "../../worker/shop/scents/read-scent.ts";

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
