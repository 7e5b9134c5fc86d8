import { expect, test } from "vitest";
import { searchedNotes } from "../../web/pages/quiz/SearchPortrait.tsx";
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
