/** The words on the home page, and the scent that they paint. */
import { expect, test } from "vitest";
import { familyOf, notesOf, pictureId, toggled, wordIds } from "../../web/pages/home/words.ts";

test("each word is coloured by what is strongest in it", () => {
  expect(wordIds.map(familyOf).join(" ")).toBe(
    "aquatic citrus tea woody fruity floral green herbal spicy resinous gourmand musky",
  );
});

test("a word that is chosen again goes, and a fourth takes the place of the first", () => {
  expect(toggled(["rain", "tea"], "rain")).toEqual(["tea"]);
  expect(toggled(["rain", "tea"], "fig")).toEqual(["rain", "tea", "fig"]);
  expect(toggled(["rain", "tea", "fig"], "moss")).toEqual(["tea", "fig", "moss"]);
});

test("the picture is the same for any order of the words", () => {
  expect(pictureId(["tea", "rain", "fig"])).toBe("sillage-fig-rain-tea");
  expect(pictureId(["fig", "tea", "rain"])).toBe(pictureId(["rain", "tea", "fig"]));
});

test("each word brings a note to each tier, and what rises first is lightest", () => {
  const notes = notesOf(["rain", "cedar"]);
  const note = (id: string, family: string, share: number, volatility: number) => ({
    share,
    raw_material: { id, name: family, family, volatility },
  });
  expect(notes).toEqual({
    top: [note("rain", "aquatic", 0.22, 0.88), note("cedar", "spicy", 0.08, 0.88)],
    middle: [note("rain", "green", 0.09, 0.5), note("cedar", "herbal", 0.09, 0.5)],
    back: [note("rain", "woody", 0.08, 0.14), note("cedar", "woody", 0.28, 0.14)],
  });
  expect(notesOf([])).toEqual({ top: [], middle: [], back: [] });
});
