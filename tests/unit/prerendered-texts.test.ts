import type { NoteFamily } from "#contract/product";
import type { Scent } from "#contract/scent";
import { markOfText, partsOf } from "../../web/prerender/render-screens.tsx";
import { remembered } from "../../worker/platform/remembered.ts";
import { pageHtml, scentDescription, scentHtmlOf } from "../../worker/documents/page-html.ts";

const texts = {
  brand: "Sillage",
  nav: { home: "{{brand}}, home" },
  price: "{{price}} a set & more",
};
const filled = (html: string, published: object = {}) =>
  pageHtml(partsOf(html), { ...texts, ...published }, {});

test("a slot is filled with its text, its values and the texts inside them", () => {
  const html = `<a title="${markOfText("nav.home", { brand: markOfText("brand") })}">${markOfText("price", { price: "NT$ 100" })}</a>`;
  expect(filled(html)).toBe('<a title="Sillage, home">NT$ 100 a set &amp; more</a>');
});

test("a text is words, whatever an editor writes into it", () => {
  const html = `<p title="${markOfText("price", { price: markOfText("brand") })}">`;
  expect(
    filled(html, { price: `"><script>{{price}} {{other}}`, brand: "{{price}}'\uE0000\uE001" }),
  ).toBe('<p title="&quot;&gt;&lt;script&gt;&#x27;\uE0000\uE001 ">');
});

test("a text that is missing or empty shows its key, as it does in the page", () => {
  const missing = `${markOfText("nav.none")} ${markOfText("brand")}`;
  for (const brand of ["", "{{<b>}}"]) expect(filled(missing, { brand })).toBe("nav.none brand");
});

test("a mark that was cut is a mistake, not a page", () => {
  expect(() => partsOf(markOfText("brand").slice(1))).toThrow("its slot is lost");
});

const note = (name: string, family: NoteFamily | null = null) => ({
  share: null,
  raw_material: { id: name, name, family, volatility: null },
});
const scentOf = (change: Partial<Scent["product"]> = {}, top = ["Yuzu"]): Scent => ({
  product: { id: "x", product_id: "SL-001", product_name: "Rain", description: null, ...change },
  notes: {
    product_id: "SL-001",
    top: top.map((name) => note(name)),
    middle: [note("Fig"), note("Tea & Ink")],
    back: [note("Fig")],
  },
  allergens: { found: [], unknown: [] },
  sizes: null,
});

test("a fragrance is shown with its number, unless it has no other name, its story and its notes", () => {
  expect(scentHtmlOf(scentOf({ description: "Rain & <b>" }, ["<Yuzu>", "Lemon"]), "en")).toEqual({
    id: "x",
    number: "SL-001",
    name: "Rain",
    story: "Rain &amp; &lt;b&gt;",
    top: "&lt;Yuzu&gt;</li><li>Lemon",
    middle: "Fig</li><li>Tea &amp; Ink",
    back: "Fig",
  });
  const nameless = scentHtmlOf(scentOf({ product_name: "SL-001" }, []), "en");
  expect(nameless).toMatchObject({ number: "", name: "SL-001", story: "", top: "" });
});

test("a search result has its story and each note once, in at most 160 signs", () => {
  expect(scentDescription(scentOf({ description: "Rain." }), "en")).toBe(
    "Rain. Yuzu, Fig, Tea & Ink",
  );
  expect(scentDescription(scentOf(), "zh")).toBe("Yuzu、Fig、Tea & Ink");
  const bare = scentOf();
  bare.notes = { product_id: "SL-001", top: [], middle: [], back: [] };
  expect(scentDescription(bare, "en")).toBeNull();
  const told = (description: string) =>
    scentDescription({ ...bare, product: { ...bare.product, description } }, "en");
  expect(told("🌲".repeat(160))).toBe("🌲".repeat(160));
  expect(told("🌲".repeat(161))).toBe(`${"🌲".repeat(159)}…`);
  expect(told(`${"x".repeat(158)}  ${"y".repeat(9)}`)).toBe(`${"x".repeat(158)}…`);
});

test("an answer is made once, and again when something that it was made from has changed", async () => {
  const answers = new Map();
  let made = 0;
  const ask = (...sources: unknown[]) =>
    remembered(answers, "home", sources, async () => (made += 1));
  const [common, shop, edited] = [{}, {}, {}];
  expect(await ask(common, shop)).toBe(1);
  expect(await ask(common, shop)).toBe(1);
  expect(await ask(common, edited)).toBe(2);
  expect(answers.size).toBe(1);
});

test("an answer that could not be made is asked for again", async () => {
  const answers = new Map();
  const failure = new Error("no page");
  const failing = remembered(answers, "home", [], () => Promise.reject(failure));
  await expect(failing).rejects.toBe(failure);
  expect(await remembered(answers, "home", [], async () => "made")).toBe("made");
});

test("a hundred thousand addresses leave no more than it may hold", async () => {
  const answers = new Map();
  for (let address = 0; address < 100_000; address += 1)
    await remembered(answers, `/${address}`, [], async () => address);
  expect(answers.size).toBe(256);
  let madeAgain = false;
  await remembered(answers, "/99999", [], async () => ((madeAgain = true), 0));
  expect(madeAgain).toBe(false);
});
