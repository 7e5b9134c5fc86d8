/** `worker/store/refusals.ts`: a member's list, and what it was when a quiz was sent in. */
import { expect, test } from "vitest";
import { mostRefusals } from "#contract/refusals";
import {
  findRefusals,
  keepSnapshot,
  replaceRefusals,
  selectSnapshots,
} from "../../worker/store/refusals.ts";
import { db, noon } from "./database.ts";

const longest = Array.from({ length: mostRefusals }, (_, at) => `word:scent ${at}`);
const quiz = { responseId: "quiz", memberId: "mei", refusals: ["material:rose", "family:citrus"] };

test("a list is kept whole, in its order, and replaced whole", async () => {
  expect(await findRefusals(db, "mei")).toEqual([]);
  await replaceRefusals(db, "mei", longest);
  expect(await findRefusals(db, "mei")).toEqual(longest);
  await replaceRefusals(db, "mei", ["material:rose", "family:citrus"]);
  await replaceRefusals(db, "mei", ["material:rose", "family:citrus"]);
  expect(await findRefusals(db, "mei")).toEqual(["material:rose", "family:citrus"]);
  expect(await findRefusals(db, "chen")).toEqual([]);
});

test("of two lists at once one is kept, never a mixture", async () => {
  const lists = [["family:citrus", "material:rose"], ["family:tea"], []];
  await Promise.all(lists.map((list) => replaceRefusals(db, "mei", list)));
  expect(lists).toContainEqual(await findRefusals(db, "mei"));
});

test("a quiz keeps what was refused when it was sent in", async () => {
  await keepSnapshot(db, quiz, noon);
  await keepSnapshot(db, { ...quiz, refusals: ["family:tea"] }, noon);
  const found = await selectSnapshots(db, "mei", ["quiz", "another"]);
  expect(found).toEqual([{ responseId: "quiz", refusals: quiz.refusals }]);
});

test("nobody reads what another member refused, even knowing the quiz", async () => {
  await keepSnapshot(db, quiz, noon);
  expect(await selectSnapshots(db, "chen", ["quiz"])).toHaveLength(0);
  const many = Array.from({ length: 300 }, (_, at) => `${at}`);
  expect(await selectSnapshots(db, "mei", many)).toEqual([]);
});
