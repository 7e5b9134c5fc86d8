import HomePage from "../../web/pages/home/HomePage.tsx";
import { listedOf } from "../support/quiz-screens.ts";
import { comeNear, openPages, page, until } from "../support/shown-page.tsx";

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
  const names = ["Fig Terrace", "Moss", "Salt Harbour", "Yuzu Morning"];
  open.stage({ "GET /scents": { json: { data: names.map((name) => listedOf(name)) } } });
  await look();
  expect(page.calls).toEqual([]);
  comeNear();
  await page.shows("Yuzu Morning");
  await page.shows("The sample set");
  expect(page.calls.map(({ search }) => search)).toEqual(["?first=4"]);
  expect(page.link("All our scents")).toBe("/en/scents");
  expect(document.querySelectorAll('a[href="/en/scent/Moss"]')).toHaveLength(1);
});
