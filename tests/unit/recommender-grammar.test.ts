import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { read } from "../../worker/reference-upstream/recommender/read.ts";

const sentence = z.object({ text: z.string(), wishes: z.array(z.string()), refused: z.array(z.string()) });
const sentences = z
  .array(sentence)
  .parse(JSON.parse(readFileSync(new URL("../fixtures/scent-sentences.json", import.meta.url), "utf8")));

/** What is heard as a wish and is not taken back, and what is heard as refused; notes by the id of their material. */
function heard(text: string) {
  const { likes, dislikes, lessened } = read(text);
  const named = (ids: { id: string }[]) => ids.map(({ id }) => id.replace("note:", ""));
  return {
    wishes: named([...likes.keys()].filter((concept) => !dislikes.has(concept) || lessened.has(concept))),
    refused: named([...dislikes]),
  };
}

test.each(sentences)("$text", ({ text, wishes, refused }) => {
  const { wishes: heardWishes, refused: heardRefused } = heard(text);
  expect(heardWishes).toEqual(expect.arrayContaining(wishes));
  expect(heardRefused).toEqual(expect.arrayContaining(refused));
  expect(heardWishes.filter((id) => refused.includes(id))).toEqual([]);
  expect(heardRefused.filter((id) => wishes.includes(id))).toEqual([]);
});

test.each([
  ["lavander and sandlewood, no jasmin or pachouli", ["lavender", "sandalwood"], ["jasmine", "patchouli"]],
  ["bergamont, cinammon, vetivir", ["bergamot", "cinnamon", "vetiver"], []],
  ["ヴァニラとヴェチバー", ["vanilla", "vetiver"], []],
  ["ｂｅｒｇａｍｏｔ", ["bergamot"], []],
  ["对檀香过敏，闻到会头晕，想要柠檬", ["lemon"], ["sandalwood"]],
  ["不要花香，请给我湿润的泥土和绿叶", ["earthy", "green"], ["floral"]],
  ["🍋🌊", ["lemon", "sea"], []],
  ["sandalwood ❤️ patchouli 💀 vetiver 💀", ["sandalwood"], ["patchouli", "vetiver"]],
])("%s is understood however it is spelt", (text, wishes, refused) => {
  expect(heard(text)).toEqual({ wishes: expect.arrayContaining(wishes), refused });
});

test.each([
  "apply the same price",
  "a theme park",
  "the money",
  "close to home",
  "creation and considers",
  "becoming greener grades",
])("%s is spelt right and is no misspelt material", (text) => {
  expect(
    heard(text).wishes.filter((id) => ["apple", "thyme", "honey", "clove", "carnation", "conifers", "grape"].includes(id)),
  ).toEqual([]);
});
