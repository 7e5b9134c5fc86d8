import { Route, Router } from "wouter";
import type { NoteFamily } from "#contract/product";
import type { ListedScent } from "#contract/scent";
import ScentPage from "../../web/pages/scent/ScentPage.tsx";
import HousePage from "../../web/pages/house/HousePage.tsx";
import LibraryPage from "../../web/pages/scents/LibraryPage.tsx";
import ScentsPage from "../../web/pages/scents/ScentsPage.tsx";
import { all, noteOf, scent } from "../support/quiz-screens.ts";
import { listHtmlOf } from "../../worker/documents/page-html.ts";
import shop from "../../worker/content/locales/en/shop.json";
import { comeNear, here, isAt, openPages, page, until } from "../support/shown-page.tsx";

const open = openPages();
const listed = (id: string, name: string, notes: [string, NoteFamily][]): ListedScent => ({
  id,
  name,
  line: `The story of ${name}.`,
  seasons: id === "rain" ? ["summer"] : ["winter"],
  top: notes.map(([note, family]) => noteOf(note, family, 0.5)),
  middle: [],
  back: [],
});
const shelf = [
  listed("rain", "Hinoki Rain", [
    ["Cedarwood", "woody"],
    ["Yuzu", "citrus"],
  ]),
  listed("rose", "Damask Hour", [["Rose", "floral"]]),
  listed("desk", "Cedar Desk", [["Cedarwood", "woody"]]),
  listed("pear", "Pear", [["Pear", "fruity"]]),
  listed("plum", "Plum", [["Plum", "fruity"]]),
];
const isThere = { "GET /scents": { json: { data: shelf } } };

async function visit(search: string, answers = isThere) {
  open.stage(answers);
  await open.show(
    <Router>
      <Route path="/:locale/scents" component={ScentsPage} />
    </Router>,
    `/en/scents${search}`,
  );
}
const names = () => all("main li b");
const families = () => all("main h2");
const count = () => document.querySelector("main [role=status]:not(:empty)")?.textContent;
const follow = (name: string) =>
  [...document.querySelectorAll("a")].find(({ textContent }) => textContent === name)?.click();

test("a visitor sees all scents by family, painted as they come near, and each leads to its page", async () => {
  await visit("");
  await until(() => expect(count()).toBe("5 scents"));
  expect(families()).toEqual(["Fruity", "Floral", "Woody"]);
  expect(names()).toEqual(["Pear", "Plum", "Damask Hour", "Hinoki Rain", "Cedar Desk"]);
  expect(document.querySelectorAll('main a[href="/en/scent/rain"]')).toHaveLength(1);
  expect(document.querySelector("main svg defs"), "nobody is near").toBeNull();
  comeNear();
  await until(() => expect(document.querySelectorAll("main svg:has(defs)")).toHaveLength(5));
  expect(page.calls.map(({ name }) => name)).toEqual(["GET /scents"]);
});

test("what is chosen stands in the address, where Back undoes it and clearing gives it up", async () => {
  await visit("");
  await until(() => expect(count()).toBe("5 scents"));
  follow("Woody");
  await until(() => expect(names()).toEqual(["Hinoki Rain", "Cedar Desk"]));
  expect([here(), ...all("h1"), count()]).toEqual(["/en/scents?family=woody", "Woody", "2 scents"]);
  await page.type({ season: "winter" });
  await until(() => expect(names()).toEqual(["Cedar Desk"]));
  expect([here(), count()]).toEqual(["/en/scents?family=woody&season=winter", "1 scent"]);
  expect([page.value("family"), page.value("season")]).toEqual(["woody", "winter"]);
  history.back();
  await until(() => expect(count()).toBe("2 scents"));
  await page.type({ family: "" });
  await until(() => expect(count()).toBe("5 scents"));
  expect(here()).toBe("/en/scents");
});

test("words are looked for as somebody types them, and a note is chosen from all there are", async () => {
  await visit("?word=CEDAR");
  await until(() =>
    expect(names(), "by name, then by note").toEqual(["Cedar Desk", "Hinoki Rain"]),
  );
  expect(families()).toEqual(["Close to CEDAR"]);
  expect(page.value("word")).toBe("CEDAR");
  await page.type({ word: "story of pear" });
  await until(() => expect(names()).toEqual(["Pear"]));
  expect(here()).toBe("/en/scents?word=story+of+pear");
  await page.type({ word: "yuzu、smoke　cedarwood" });
  await until(() => expect(names(), "most words first").toEqual(["Hinoki Rain", "Cedar Desk"]));
  expect(families()).toEqual(["Close to yuzu、smoke　cedarwood"]);
  await page.type({ word: "smoke" });
  await until(() => expect(names()).toEqual([]));
  expect(families().filter((title) => title.startsWith("Close to"))).toEqual([]);
  follow("Clear all");
  await until(() => expect([count(), page.value("word")]).toEqual(["5 scents", ""]));
  expect(all("main select[name=note] option")).toEqual([
    "Note",
    "Cedarwood",
    "Pear",
    "Plum",
    "Rose",
    "Yuzu",
  ]);
  await page.type({ note: "cedarwood" });
  await isAt("/en/scents?note=cedarwood");
  expect(count()).toBe("2 scents");
});

test("near to a scent the others stand by closeness, until the visitor has had enough of it", async () => {
  await visit("?near=desk");
  await until(() => expect(names()[0]).toBe("Hinoki Rain"));
  expect([names().length, families()]).toEqual([4, ["Close to Cedar Desk"]]);
  follow("Clear all");
  await isAt("/en/scents");
  expect(count()).toBe("5 scents");
});

test("a fragrance's page names the four closest when somebody comes near, and all others by closeness", async () => {
  open.stage({ ...isThere, "GET /scents/1": { json: scent } });
  await open.show(<Route path="/:locale/scent/:id" component={ScentPage} />, "/en/scent/1");
  await page.shows("Scents close to this one");
  expect(page.answers("GET /scents")).toEqual([]);
  comeNear();
  await until(() => expect(names().slice(0, 2).sort()).toEqual(["Cedar Desk", "Hinoki Rain"]));
  expect(names()).toHaveLength(4);
  expect(page.link("See all, closest first")).toBe("/en/scents?near=1");
});

async function visitLibrary(path: string, scents = shelf) {
  open.stage({ "GET /scents": { json: { data: scents } } });
  await open.show(
    <Router>
      <Route path="/:locale/scents/:kind/:id" component={LibraryPage} />
      <Route path="/:locale/house" component={HousePage} />
    </Router>,
    `/en/${path}`,
  );
  const outline = (within: ParentNode) =>
    [...within.querySelectorAll("h2, section > p:not([class]), ul a, details > a")].map((one) => [
      one.textContent,
      one.getAttribute("href"),
    ]);
  const first = document.createElement("div");
  first.innerHTML = listHtmlOf(path, scents, "en", { shop })?.body ?? "";
  return {
    shown: () => outline(document.querySelector("main") ?? document),
    first: outline(first),
  };
}
const namesOf = (parts: (string | null)[][]) => parts.map(([name]) => name);

test("a note has a page: what it is, what stands beside it, the scents that name it first, and the allergens it may hold", async () => {
  const { shown, first } = await visitLibrary("scents/notes/yuzu");
  await page.shows("Yuzu");
  expect(shown()).toEqual(first);
  expect(first).toEqual([
    ["Citrus", null],
    ["Mostly a top note: the first you smell, and the first to fade.", null],
    ["Often paired with it", null],
    ["Cedarwood", "/en/scents/notes/cedarwood"],
    ["Scents that contain it: 1", null],
    ["Hinoki RainYuzu\u00A0· Cedarwood", "/en/scent/rain"],
    ["Declarable allergens it may contain", null],
    [expect.stringContaining("not the full formula"), null],
    ["Limonene", "/en/scents/allergens/limonene"],
    ["Linalool", "/en/scents/allergens/linalool"],
  ]);
  expect(all("main mark")).toEqual(["Yuzu"]);
});

test.each([
  ["cedarwood", "We know of none in it."],
  ["moonstuff", "We have no allergen data for: Moonstuff."],
])("of a note without known allergens (%s) it is said what is known", async (id, said) => {
  const odd = listed("odd", "Moon", [["Moonstuff", "musky"]]);
  await visitLibrary(`scents/notes/${id}`, [...shelf, odd]);
  await page.shows(said);
});

test("an allergen's page tells what holds it, what does not as far as is known, and what nobody can tell", async () => {
  const odd = listed("odd", "Moon", [["Moonstuff", "musky"]]);
  const torn = { ...listed("torn", "Torn", [["Pear", "fruity"]]), unreadable_notes: 1 };
  const { shown, first } = await visitLibrary("scents/allergens/limonene", [...shelf, odd, torn]);
  await page.shows("On ingredients lists: Limonene");
  expect(shown()).toEqual(first);
  const parts = namesOf(first).join("; ");
  expect(parts).toMatch(
    /^On ingredients lists: Limonene; .*not the full formula.*; Notes that may contain it; .*Yuzu; Scents without it, as far as we know/,
  );
  expect(parts).toMatch(
    /Scents that contain it: \d; .*Hinoki Rain.*; Scents we are unsure of: 2; /,
  );
  expect(parts).toMatch(/are unsure of: 2; Moon.*; Torn/);
  expect(all("main mark"), "what holds it is named first").toContain("Yuzu");
});

test("the house shows how an order is made, and leads to every note and allergen", async () => {
  const { shown, first } = await visitLibrary("house");
  await page.shows("Who guides you");
  const six = [...document.querySelectorAll("ol img")].map((img) => img.getAttribute("src"));
  expect(six).toEqual(
    ["tell", "find", "smell", "choose", "blend", "send"].map((one) => `/house/${one}.svg`),
  );
  await until(() => expect(shown()).toEqual(expect.arrayContaining(first)));
  expect(namesOf(first)).toEqual(
    expect.arrayContaining(["Woody", "Cedarwood", "Declarable allergens"]),
  );
  expect(all("main details:not([open]) > summary")).toContain("Woody1");
  expect(first).toContainEqual(["Scents of this family", "/en/scents?family=woody"]);
  expect(page.text(), "the company names nobody").not.toContain("Perfumer");
});

test("what there is no page of leads home, which says so", async () => {
  await visitLibrary("scents/notes/moonstuff");
  await isAt("/en/home?unknown");
});
