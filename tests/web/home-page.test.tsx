import { expect, test, vi } from "vitest";
import HomePage from "../../web/pages/home/HomePage.tsx";
import { shopConfig } from "../support/buying.ts";
import { scent } from "../support/quiz-screens.ts";
import { openPages, page, until } from "../support/shown-page.tsx";

/** Nobody is near anything until somebody says so. */
let comeNear = () => {};
vi.stubGlobal(
  "IntersectionObserver",
  class {
    constructor(tell: (entries: object[]) => void) {
      comeNear = () => tell([{ isIntersecting: true }]);
    }
    observe() {}
    disconnect() {}
  },
);

const open = openPages();
const look = () => open.show(<HomePage />, "/en/home");

const box = (word: string) =>
  [...document.querySelectorAll("fieldset label")]
    .find((label) => label.textContent === word)
    ?.querySelector("input") as HTMLInputElement;
const chosen = () =>
  [...document.querySelectorAll("fieldset label:has(:checked)")].map((one) => one.textContent);

test("choosing words paints another scent, and three at most are kept", async () => {
  await look();
  const paint = () => document.querySelector("svg:has(defs)")?.innerHTML;
  await until(() => expect(paint()).toBeDefined());
  expect(sessionStorage.getItem("scent-words"), "the example is nobody's words").toBeNull();
  const before = paint();
  box("Vanilla").click();
  await until(() => expect(paint()).not.toBe(before));
  expect(chosen()).toHaveLength(3);
  expect(chosen(), "the first chosen makes room").not.toContain("Rain");
  expect(sessionStorage.getItem("scent-words")).toBe("Tea\nCedar\nVanilla");
  for (const word of chosen()) box(word).click();
  await until(() => expect(chosen()).toEqual([]));
  await page.shows("Choose a word");
});

test("four fragrances stand there by name when somebody comes near, and are not asked for before", async () => {
  const names = { fig: "Fig Terrace", moss: "Moss", salt: "Salt Harbour", yuzu: "Yuzu Morning" };
  open.stage({ "GET /config": { json: shopConfig({ featured_scents: Object.keys(names) }) } });
  for (const [id, product_name] of Object.entries(names))
    open.stage({
      [`GET /scents/${id}`]: {
        json: { ...scent, product: { ...scent.product, id, product_name } },
      },
    });
  await look();
  expect(page.calls).toEqual([]);
  comeNear();
  for (const name of Object.values(names)) await page.shows(name);
  expect(page.answers("GET /scents/yuzu")).toHaveLength(1);
  expect(document.querySelectorAll('a[href="/en/scent/yuzu"]')).toHaveLength(1);
});
