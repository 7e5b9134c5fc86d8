import { expect, test } from "vitest";
import { KeptAnswers } from "../../worker/documents/kept-answers.ts";

test("an answer is made once, and again when something that it was made from has changed", async () => {
  const answers = new KeptAnswers<number>(4);
  let made = 0;
  const ask = (...sources: unknown[]) => answers.get("home", sources, () => (made += 1));
  const [common, shop, edited] = [{}, {}, {}];
  expect(await ask(common, shop)).toBe(1);
  expect(await ask(common, shop)).toBe(1);
  expect(await ask(common, edited)).toBe(2);
  expect(await ask(common)).toBe(3);
  expect(answers.size).toBe(1);
});

test("an answer that could not be made is asked for again", async () => {
  const answers = new KeptAnswers<string>(4);
  const failure = new Error("no page");
  await expect(answers.get("home", [], () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await answers.get("home", [], () => "made")).toBe("made");
});

test("a hundred thousand addresses leave no more than it may hold", async () => {
  const answers = new KeptAnswers<number>(256);
  for (let address = 0; address < 100_000; address += 1)
    await answers.get(`/${address}`, [], () => address);
  expect(answers.size).toBe(256);
  let madeAgain = false;
  await answers.get("/99999", [], () => ((madeAgain = true), 0));
  expect(madeAgain).toBe(false);
});
