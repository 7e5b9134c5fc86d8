/** What the first HTML says of a fragrance. */
import { expect, test } from "vitest";
import type { Scent } from "#contract/scent";
import { scentDescription, scentHtmlOf } from "../../worker/documents/page-html.ts";

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
