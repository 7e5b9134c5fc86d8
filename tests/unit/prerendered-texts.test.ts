/** A text on its way: a mark in what React renders, a slot in the build's file, the published text in the first HTML. */
import { expect, test } from "vitest";
import { pageHtml } from "../../worker/documents/page-html.ts";
import { markOf, markOfText, partsOf } from "../../web/prerender/render-screens.tsx";

const texts = {
  brand: "Sillage",
  nav: { home: "{{brand}}, home" },
  price: "{{price}} a set & more",
};
const filled = (html: string, published: object = {}) =>
  pageHtml(partsOf(html), "en", { ...texts, ...published }, { info: null, scent: null });

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
  expect(filled(`${markOfText("nav.none")} ${markOfText("brand")}`, { brand: "" })).toBe(
    "nav.none brand",
  );
});

test("an information page's title is words and its body is HTML", () => {
  const parts = partsOf(
    `<h1>${markOf({ info: "title" })}</h1><div>${markOf({ info: "body" })}</div>`,
  );
  const info = { title: "A & B {{brand}}", body: "<p>Words</p>" };
  expect(pageHtml(parts, "en", texts, { info, scent: null })).toBe(
    "<h1>A &amp; B {{brand}}</h1><div><p>Words</p></div>",
  );
});

test("a mark that was cut is a mistake, not a page", () => {
  expect(() => partsOf(markOfText("brand").slice(1))).toThrow("its slot is lost");
  expect(() => partsOf("\uE000999999\uE001")).toThrow("no slot 999999");
});
