/** `worker/store/refusals.ts`: a member's list, and what it was when a quiz was sent in. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { mostRefusals } from "#contract/refusals";
import { memberErasure } from "../../worker/store/member-data.ts";
import {
  findRefusals,
  keepSnapshot,
  replaceRefusals,
  selectSnapshots,
} from "../../worker/store/refusals.ts";
import { db, noon } from "./database.ts";

const longest = Array.from({ length: mostRefusals }, (_, at) => `word:scent ${at}`);
const quiz = { responseId: "quiz", memberId: "mei" };

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
  await replaceRefusals(db, "mei", ["material:rose", "family:citrus"]);
  await keepSnapshot(db, quiz, noon);
  await replaceRefusals(db, "mei", ["family:tea"]);
  await keepSnapshot(db, quiz, noon);
  const found = await selectSnapshots(db, "mei", ["quiz", "another"]);
  expect(found).toEqual([{ responseId: "quiz", refusals: ["material:rose", "family:citrus"] }]);
});

test("a quiz of somebody who refuses nothing keeps nothing", async () => {
  await keepSnapshot(db, quiz, noon);
  expect(await selectSnapshots(db, "mei", ["quiz"])).toHaveLength(0);
});

test("nobody reads what another member refused, even knowing the quiz", async () => {
  await replaceRefusals(db, "mei", ["family:citrus"]);
  await keepSnapshot(db, quiz, noon);
  expect(await selectSnapshots(db, "chen", ["quiz"])).toHaveLength(0);
  const many = Array.from({ length: 300 }, (_, at) => `${at}`);
  expect(await selectSnapshots(db, "mei", many)).toEqual([]);
});

test("erasing a member's data removes lists and snapshots of that member alone", async () => {
  for (const memberId of ["mei", "chen"]) {
    await replaceRefusals(db, memberId, ["family:citrus"]);
    await keepSnapshot(db, { responseId: `quiz of ${memberId}`, memberId }, noon);
  }
  await env.DB.batch(Object.values(memberErasure("mei")).map((sql) => env.DB.prepare(sql)));
  expect(await findRefusals(db, "mei")).toEqual([]);
  expect(await selectSnapshots(db, "mei", ["quiz of mei"])).toHaveLength(0);
  expect(await findRefusals(db, "chen")).toEqual(["family:citrus"]);
  expect(await selectSnapshots(db, "chen", ["quiz of chen"])).toHaveLength(1);
  expect(() => memberErasure("mei' OR '1'='1")).toThrow(RangeError);
});
