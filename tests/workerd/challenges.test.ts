import { expect, test } from "vitest";
import {
  claimChallenge,
  countGuess,
  findOpenChallenge,
  insertChallenge,
  recordCodeSent,
} from "../../worker/store/challenges.ts";
import { db, minuteMs, noon } from "./database.ts";

/** As few as a code of six digits needs (R22). */
const guessesPerCode = 5;
const signIn = (id = "mei's sign-in") =>
  insertChallenge(db, {
    id,
    memberKey: "mei",
    upstreamTempToken: "sealed",
    createdAt: noon,
    expiresAt: noon + 15 * minuteMs,
  });
const send = (at = noon, id = "mei's sign-in") => recordCodeSent(db, id, at + 10 * minuteMs, at);
const guess = (at = noon, id = "mei's sign-in") => countGuess(db, id, at);

test("of thirty parallel guesses at a code five are looked at", async () => {
  await signIn();
  await send();
  const looked = await Promise.all(Array.from({ length: 30 }, () => guess()));
  expect(looked.filter((row) => row !== null)).toHaveLength(guessesPerCode);
  expect((await findOpenChallenge(db, "mei's sign-in", noon))?.guesses).toBe(guessesPerCode);
});

test("a second code brings new guesses", async () => {
  await signIn();
  await send();
  for (let count = 0; count < guessesPerCode; count += 1) await guess();
  expect(await guess()).toBeNull();
  await send(noon + minuteMs);
  expect(await guess(noon + minuteMs)).toMatchObject({ guesses: 1 });
});

test("a code lasts as long as it was sent for, though the sign-in still waits", async () => {
  await signIn();
  await send();
  expect(await guess(noon + 10 * minuteMs - 1)).not.toBeNull();
  expect(await guess(noon + 10 * minuteMs)).toBeNull();
  expect(await findOpenChallenge(db, "mei's sign-in", noon + 10 * minuteMs)).not.toBeNull();
});

test("a sign-in waits a quarter of an hour: no new code and no claim opens it again", async () => {
  await signIn();
  const late = noon + 15 * minuteMs;
  await send(late);
  expect([await guess(late), await findOpenChallenge(db, "mei's sign-in", late)]).toEqual([
    null,
    null,
  ]);
  expect(await claimChallenge(db, "mei's sign-in", late)).toBe(false);
});

test("one sign-in's guesses are not another's", async () => {
  await signIn();
  await signIn("chen's sign-in");
  await send();
  await send(noon, "chen's sign-in");
  for (let count = 0; count < guessesPerCode; count += 1) await guess();
  expect(await guess(noon, "chen's sign-in")).toMatchObject({ guesses: 1 });
});
