import { createHash } from "node:crypto";
import { noteFamilies, type Layers, type Note, type NoteFamily } from "#contract/product";
import { familiesOf } from "#contract/families";
import forms from "../../web/scent/forms.json";
import pigments from "../../web/scent/pigments.json";
import { cutOf, portraitOf, type Portrait } from "../../web/scent/portrait.ts";

function note(id: string, family: NoteFamily, share: number, volatility: number): Note {
  return { share, raw_material: { id, name: id, family, volatility } };
}

const rainyForest: Layers = {
  top: [note("yuzu", "citrus", 0.08, 0.93), note("rain", "aquatic", 0.13, 0.76)],
  middle: [note("hinoki", "woody", 0.28, 0.3), note("moss", "green", 0.06, 0.4)],
  back: [note("cedarwood", "woody", 0.16, 0.22), note("frankincense", "resinous", 0.05, 0.2)],
};

const named = (names: string): Note[] =>
  names.split(" ").map((name) => {
    return { share: null, raw_material: { id: name, name, family: null, volatility: null } };
  });
const inWords = (top: string, middle: string, back: string): Layers => {
  return { top: named(top), middle: named(middle), back: named(back) };
};
const forestInWords = inWords("Yuzu Rain", "Hinoki", "Cedar Frankincense");

const alone = (family: NoteFamily | null, tier: keyof Layers, id = "only"): Layers => {
  const raw_material = { id, name: id, family, volatility: 0.5 };
  return { top: [], middle: [], back: [], [tier]: [{ share: 1, raw_material }] };
};

/** Of what is painted, to a hundredth: machines may differ beyond. */
const markOf = (portraits: Portrait[]) =>
  createHash("sha256")
    .update(
      JSON.stringify(
        portraits.map((portrait) => [portrait, cutOf(portrait)]),
        (_, value: unknown) => (typeof value === "number" ? Math.round(value * 100) / 100 : value),
      ),
    )
    .digest("hex")
    .slice(0, 12);

test("the portraits that people know stay as they were painted, to the last drop", () => {
  const marks = [...noteFamilies, null].map((family) => {
    const tiers = (["top", "middle", "back"] as const).map((tier) => alone(family, tier));
    const portraits = tiers.flatMap((notes) => ["p", "q", "r"].map((id) => portraitOf(id, notes)));
    return `${family ?? "unknown"} ${markOf(portraits)}`;
  });
  expect(marks).toMatchSnapshot();
  const many = { ...rainyForest, middle: Array.from({ length: 9 }, () => rainyForest.middle[0]!) };
  const unknown: Layers = { top: [], middle: [], back: [] };
  const mixed = [rainyForest, forestInWords, many, unknown].map((notes) =>
    portraitOf("hinoki-rain", notes),
  );
  expect(markOf(mixed)).toMatchSnapshot();
});

test("what is drawn in a form of its own stays so too, and each material in one alone", () => {
  const drawn = Object.entries(forms).map(([form, { of }]) => {
    const all = of.split(" ").map((id) => portraitOf("p", alone("floral", "middle", id)));
    return `${form} ${markOf(all)}`;
  });
  expect(drawn).toMatchSnapshot();
  const ids = Object.values(forms).flatMap(({ of }) => of.split(" "));
  expect(ids.toSorted(), "each has its pigment").toEqual(Object.keys(pigments).toSorted());
});

test("a fragrance known by its notes' names alone is one picture in every language", () => {
  const inChinese = inWords("柚子 雨", "檜木", "雪松 乳香");
  expect(portraitOf("hinoki-rain", inChinese)).toEqual(portraitOf("hinoki-rain", forestInWords));
});

test("a note of unknown weight is painted as large as the others are on average, and takes no colour from them", () => {
  const raw_material = { id: "rose", name: "Rose", family: null, volatility: 0.5 };
  const withRose = (share: number | null): Layers => ({
    top: [],
    middle: [note("a", "floral", 0.3, 0.5), note("b", "green", 0.1, 0.5), { raw_material, share }],
    back: [],
  });
  expect(portraitOf("p", withRose(null))).toEqual(portraitOf("p", withRose(0.2)));
  expect(familiesOf(withRose(null))).toEqual(["floral", "green"]);
});
