import { afterEach, beforeAll, expect, test, vi } from "vitest";
import HomePage from "../../web/pages/home/HomePage.tsx";
import { openShop, page, until, type OpenShop } from "../support/shown-page.tsx";

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

let open: OpenShop;
beforeAll(async () => {
  open = await openShop();
});
const look = () => open.show(<HomePage />, "/en/home");
afterEach(async () => {
  await page.leave();
  open.startOver();
});

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
  const before = paint();
  box("Vanilla").click();
  await until(() => expect(paint()).not.toBe(before));
  expect(chosen()).toHaveLength(3);
  expect(chosen(), "the first chosen makes room").not.toContain("Rain");
  for (const word of chosen()) box(word).click();
  await until(() => expect(chosen()).toEqual([]));
  await page.shows("Choose a word");
});

test("four fragrances stand there by name when somebody comes near, and are not asked for before", async () => {
  await look();
  expect(page.calls).toEqual([]);
  comeNear();
  for (const name of ["Hinoki Rain", "Yuzu Morning", "Jasmine Pot", "Salt Harbour"])
    await page.shows(name);
  expect(page.answers("GET /scents/yuzu-morning")).toHaveLength(1);
  expect(document.querySelectorAll('a[href="/en/scent/yuzu-morning"]')).toHaveLength(1);
});
