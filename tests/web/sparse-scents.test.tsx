import { afterEach, beforeAll, expect, test } from "vitest";
import type { Note } from "#contract/product";
import { ResultStep } from "../../web/pages/quiz/ResultStep.tsx";
import { RecommendationDialog } from "../../web/order/reorder/RecommendationDialog.tsx";
import { BottlePreview } from "../../web/scent/BottlePreview.tsx";
import { useRecommendations } from "../../web/pages/quiz/recommendations-store.ts";
import { hollowParts, openSparseShop, slips, type SparseShop } from "../support/sparse-shop.ts";
import { until, type ShownPage } from "../support/shown-page.tsx";

let shop: SparseShop;
let page: ShownPage;

beforeAll(() => {
  shop = openSparseShop();
});
afterEach(async () => {
  await page.leave();
  useRecommendations.getState().forget();
});

const named = (...names: string[]): Note[] =>
  names.map((name) => ({
    share: null,
    raw_material: { id: name, name, family: null, volatility: null },
  }));
const rose: Note = {
  share: 0.4,
  raw_material: { id: "rose", name: "Rose", family: "floral", volatility: 0.5 },
};
const product = (
  id: string,
  product_id: string,
  product_name: string,
  description: string | null = null,
) => ({
  [`/products/${id}`]: { id, product_id, product_name, description },
});
const notes = (id: string, top: Note[], middle: Note[], back: Note[]) => ({
  [`/perfume-note/by_product/${id}`]: { product_id: id, top, middle, back },
});

async function lookAtResult(ids: string[]) {
  useRecommendations.getState().keep({
    products_id: ids,
    response: "Three that I thought of.",
    matches: [],
    member_id: "mei",
    survey_response_id: "r1",
    personal_option: "JAR",
    user_answer: "rain",
    kept_product: null,
    asked: { locale: "en", content: "rain", count: 3 },
  });
  page = await shop.show(
    <ResultStep onChange={() => {}} onRestart={() => {}} />,
    "/en/fragrance-quiz",
  );
  await until(() => expect(document.querySelectorAll("main ol h2")).toHaveLength(ids.length));
}
const card = (name: string) => {
  const cards = [...document.querySelectorAll("main ol > li")];
  return cards.find((one) => one.querySelector("h2")?.textContent === name);
};
const terms = (part: Element | null | undefined) =>
  [...(part?.querySelectorAll("ul > li > span") ?? [])].map((one) => one.textContent);

test("a member reads of each scent what is known, each thing once, and meets neither a gap nor an error", async () => {
  shop.answers({
    ...product("tea-house", "SL-017", "tea-house"),
    ...notes("tea-house", named("Bergamot", "Bergamot"), [], named("Cedar")),
    ...product("nameless", "SL-900", "nameless"),
    // Nobody has written its notes down.
    ...product("rose-wall", "SL-018", "Rose Wall", "An old wall in June."),
    ...notes("rose-wall", [rose], named("Moss"), []),
  });
  await lookAtResult(["tea-house", "nameless", "rose-wall"]);
  await page.shows("Cedar");
  await page.shows("Moss");
  expect(page.alert()).toBe("");
  expect(page.text()).not.toMatch(slips);
  expect(hollowParts()).toEqual([]);
  expect(page.text()).not.toContain("Matched:");
  expect(terms(card("SL-017")), "its name is its id").toEqual(["Top", "Base"]);
  const nameless = card("SL-900");
  expect(nameless?.textContent?.split("SL-900"), "a scent without a name").toHaveLength(2);
  expect(nameless?.querySelector("ul")).toBeNull();
  const set = document.querySelectorAll("main section[aria-label] > ul > li");
  expect(
    [...set].map(({ textContent }) => textContent),
    "in the set as on their cards",
  ).toEqual(["SL-017", "SL-900", "Rose Wall"]);
  expect(card("Rose Wall")?.textContent).toContain("SL-018");
  expect(terms(card("Rose Wall")), "only the best tells its families").toEqual(["Top", "Heart"]);
  for (const picture of document.querySelectorAll("main ol svg"))
    expect(picture.innerHTML).not.toMatch(slips);
});

test("a member compares two scents by what is known of either, and reads nothing about what is known of neither", async () => {
  shop.answers({
    ...product("tea-house", "SL-017", "Tea House"),
    ...notes("tea-house", named("Bergamot"), [], named("Cedar")),
    ...product("rose-wall", "SL-018", "Rose Wall", "An old wall in June."),
    ...notes("rose-wall", [rose], [], named("Cedar")),
    ...product("nameless", "SL-900", "SL-900"),
  });
  const compare = async (...names: string[]) => {
    for (const name of names) await page.press(name);
    await page.shows("Side by side");
    const rows = [...document.querySelectorAll("dialog th[scope=rowgroup]")].map(
      (row) => row.textContent,
    );
    expect(hollowParts()).toEqual([]);
    await page.press("Close");
    return rows;
  };
  await lookAtResult(["tea-house", "rose-wall", "nameless"]);
  const known = ["Scent", "Top", "Base", "Families"];
  expect(await compare("Compare: Tea House", "Compare with Tea House: Rose Wall")).toEqual([
    ...known,
    "In common",
  ]);
  expect(await compare("Compare: Rose Wall", "Compare with Rose Wall: SL-900")).toEqual(known);
});

test("somebody who orders again chooses among scents that are only numbers, and reads each number once on its card", async () => {
  const only = (number: string) => ({
    id: number,
    product_id: number,
    product_number: number,
    product_name: number,
  });
  const none = { top_notes: [], middle_notes: [], back_notes: [] };
  const products = [
    { ...only("SL-900"), ...none },
    { ...only("SL-018"), ...none, product_name: "Rose Wall", back_notes: named("Cedar") },
  ];
  page = await shop.show(
    <RecommendationDialog
      found={{ response_id: null, products }}
      onPick={() => {}}
      onClose={() => {}}
    />,
    "/en/orders",
  );
  expect(hollowParts()).toEqual([]);
  const [number, named18] = [...document.querySelectorAll("article h3")].map(
    (heading) => heading.textContent,
  );
  expect([number, named18]).toEqual(["SL-900 ", "Rose Wall SL-018"]);
  expect(terms(document.querySelectorAll("article")[1])).toEqual(["Base"]);
});

test("a shopper sees the bottle of a fragrance that nobody describes filled with amber", async () => {
  const look = { hasOwnFlask: true, closure: "spray" as const, strength: 0.5, layers: [] };
  const known = { top: named("Yuzu"), middle: [rose, ...named("Moss")], back: [] };
  page = await shop.show(<BottlePreview look={look} notes={known} />, "/en/purchase-options");
  const colours = [...document.querySelectorAll("linearGradient stop")].map((stop) =>
    stop.getAttribute("style"),
  );
  const amber = "color: var(--family-resinous);";
  expect(colours).toEqual([amber, "color: var(--family-floral);", amber]);
});

test("words lie on a slip of paper at the label's focal point, so that they are read on a dark label as well", async () => {
  const label = { image: "data:image/svg+xml,x", scale: 0.5, x: 0.5, y: 0.75, takesWords: true };
  const box = { image: "data:image/svg+xml,y", scale: 1, x: 0, y: 0, takesWords: false };
  const look = {
    hasOwnFlask: false,
    closure: "spray" as const,
    strength: 0.5,
    layers: [label, box],
  };
  page = await shop.show(
    <BottlePreview look={look} notes={undefined} labelText="雨後" />,
    "/en/purchase-options",
  );
  const [shown, over] = [...document.querySelectorAll("image")].map((image) =>
    ["href", "x", "y", "width", "height"].map((name) => image.getAttribute(name)),
  );
  expect(shown).toEqual([label.image, "60", "120", "120", "160"]);
  expect(over).toEqual([box.image, "0", "0", "240", "320"]);
  expect([...document.querySelectorAll("text")].map(({ textContent }) => textContent)).toEqual([
    "雨後",
  ]);
  const slip = document.querySelector("text")?.previousElementSibling;
  expect(slip?.tagName).toBe("rect");
  expect(document.querySelectorAll("linearGradient")).toHaveLength(0);
});
