import { blocksOf, cleanText, faultsOfText, isSafeHref, spansOf } from "#contract/info-text";
import { codeOfSentence } from "../../worker/upstream/catalogue.ts";

test.each([
  ["https://sillage.example/a?b#c", true],
  ["mailto:service@sillage.example", true],
  ["/zh/info/ReturnPolicy", true],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["/\t/evil.example", false],
  ["http://sillage.example", false],
  ["https://user@evil.example", false],
  ["javascript:alert(1)", false],
  ["JaVaScRiPt:alert(1)", false],
  [" javascript:alert(1)", false],
  ["java\nscript:alert(1)", false],
  ["data:text/html,x", false],
  ["mailto:a@b.example?cc=c@d.example", false],
])("an address %j may be a link: %s", (href, isSafe) => {
  expect(isSafeHref(href)).toBe(isSafe);
});

test("an editor writes paragraphs, lists, links and addresses, and nothing else", () => {
  expect(
    blocksOf("One\nstill one\n\n- first\n- [Orders](/en/orders)\nafter\n\nWrite to a@b.example."),
  ).toEqual([
    { isList: false, lines: [["One"], ["still one"]] },
    { isList: true, lines: [["first"], [{ label: "Orders", href: "/en/orders" }]] },
    { isList: false, lines: [["after"]] },
    {
      isList: false,
      lines: [["Write to ", { label: "a@b.example", href: "mailto:a@b.example" }, "."]],
    },
  ]);
});

test("a link that is not safe stays the text that it is", () => {
  const line = "See [this](javascript:alert%281%29) and [that](http://x.example)";
  expect(spansOf(line)).toEqual([line]);
});

test("what no reader sees is taken out", () => {
  expect(cleanText("  a\u0000\u0007\u202Eb\r\nc\uFEFF ")).toBe("ab\nc");
  expect(cleanText("e\u0301")).toBe("\u00E9");
});

test("an author is told what would not be published as meant", () => {
  expect(faultsOfText("Plain words, 1 < 2, a [link](/en/home) and a@b.example.")).toEqual([]);
  for (const scheme of ["javascript", "DATA", "vbscript"])
    expect(faultsOfText(`<b>bold</b> ${scheme}:x [x](http://a.example)`)).toEqual([
      "a link to http://a.example",
      "what looks like HTML, which would be shown as text",
      "an address that could run",
    ]);
});

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
