/** The words on the home page, and the scent that they paint. */
import { expect, test } from "vitest";
import { familyOf, notesOf, pictureId, toggled, wordIds } from "../../web/pages/home/words.ts";

test("each word is coloured by what is strongest in it", () => {
  expect(wordIds.map(familyOf).join(" ")).toBe(
    "aquatic citrus tea woody fruity floral green herbal spicy resinous gourmand musky",
  );
});

test("each word paints its own families, each as strong as it was chosen by eye", () => {
  const painted = wordIds.map((word) => {
    const { top, middle, back } = notesOf([word]);
    const notes = [...top, ...middle, ...back];
    return notes
      .map((note) => `${note.raw_material.family} ${Math.round((note.share ?? 0) * 100)}`)
      .join(" ");
  });
  expect(painted).toEqual([
    "aquatic 22 green 9 woody 8",
    "citrus 26 floral 9 musky 8",
    "herbal 8 tea 26 woody 9",
    "spicy 8 herbal 9 woody 28",
    "green 12 fruity 24 woody 8",
    "fruity 9 floral 28 musky 8",
    "green 14 green 20 woody 10",
    "herbal 22 floral 10 resinous 8",
    "spicy 22 spicy 9 woody 8",
    "citrus 8 spicy 9 resinous 28",
    "spicy 7 floral 10 gourmand 28",
    "citrus 9 floral 12 musky 26",
  ]);
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
