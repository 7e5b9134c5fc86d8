import { expect, test } from "vitest";
import { blocksOf, faultsOfText, spansOf } from "#contract/info-text";
import { codeOfSentence } from "../../worker/upstream/catalogue.ts";

const long = 100_000;
/** A quadratic pattern takes seconds at this length, a linear one a few milliseconds. */
const mostMilliseconds = 5_000;

const readers: [name: string, read: (text: string) => unknown][] = [
  ["a sentence of the upstream", codeOfSentence],
  ["a line of an information page", spansOf],
  ["an information page", blocksOf],
  ["a text before it is published", faultsOfText],
];
const texts: [name: string, text: string][] = [
  ["full stops", `${".".repeat(long)}x`],
  ["ellipses", `${"…".repeat(long / 4)}x`],
  ["letters", "a".repeat(long)],
  ["letters before an @", `${"a".repeat(long)}@${"b".repeat(long)}`],
  ["addresses without an end", "a@".repeat(long / 2)],
  ["parts of a domain", `a@b${".c".repeat(long / 2)}`],
  ["brackets", "[".repeat(long)],
  ["links without an end", "[a](".repeat(long / 4)],
  ["spaces", " ".repeat(long)],
];

test.each(
  readers.flatMap(([reader, read]) => texts.map(([what, text]) => ({ reader, read, what, text }))),
)("$reader is read in linear time though it is 100,000 $what (E14)", ({ read, text }) => {
  const begin = performance.now();
  read(text);
  expect(performance.now() - begin).toBeLessThan(mostMilliseconds);
});

test("the full stops behind a sentence do not count, however many there are", () => {
  expect(codeOfSentence("帳號或密碼錯誤")).not.toBeNull();
  for (const end of ["。", ".", "!", "…", "。。。", "！"])
    expect(codeOfSentence(`帳號或密碼錯誤${end}`), end).toBe(codeOfSentence("帳號或密碼錯誤"));
  expect(codeOfSentence(".帳號或密碼錯誤")).toBeNull();
});

test("a name of more letters than an address may have is no address", () => {
  const name = "a".repeat(64);
  expect(spansOf(`${name}@sillage.example`)).toMatchObject([
    { href: `mailto:${name}@sillage.example` },
  ]);
  expect(spansOf(`a${name}@sillage.example`)).toEqual([`a${name}@sillage.example`]);
});
