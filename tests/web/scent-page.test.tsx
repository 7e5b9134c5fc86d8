import { createHash } from "node:crypto";
import { Route } from "wouter";
import { noteFamilies } from "#contract/product";
import type { Scent, ScentSizes } from "#contract/scent";
import { mutate } from "swr";
import { prefetch } from "../../web/App.tsx";
import ScentPage from "../../web/pages/scent/ScentPage.tsx";
import { Lines } from "../../web/line/Line.tsx";
import { linesOfCart } from "../../web/line/line.ts";
import BottlePreview, { type BottleLook } from "../../web/scent/BottlePreview.tsx";
import ScentPortrait from "../../web/scent/ScentPortrait.tsx";
import SidePortrait from "../../web/scent/SidePortrait.tsx";
import { scaleOf, usualBottle, vesselOf } from "../../web/scent/vessel.ts";
import { cartLine, orderLine, orderOf } from "../support/buying.ts";
import {
  all,
  arrives,
  business,
  heading,
  individual,
  noteOf,
  orderIn,
  orders,
  quizAnswers,
  recommendationsOf,
  scent,
  scentOf,
  sizes,
  signInMei,
} from "../support/quiz-screens.ts";
import { openPages, page, refusal, until, type Answers } from "../support/shown-page.tsx";

const open = openPages();
const down = refusal(503, "upstream_maintenance");

beforeEach(() => open.stage(quizAnswers));

const isThere = (change: Partial<Scent> = {}): Answers => ({
  "GET /scents/1": { json: { ...scent, ...change } },
});

async function visit(answers: Answers) {
  open.stage(answers);
  await open.show(<Route path="/:locale/scent/:id" component={ScentPage} />, "/en/scent/1");
}

test("of a stranger nothing is asked but the fragrance, which has a heading until it comes", async () => {
  const come = open.hold("GET /scents/1", { json: scent });
  await visit({});
  expect(heading()).toBe("A scent by Sillage");
  come();
  await arrives("Scent 1");
  expect(page.calls.map(({ name }) => name)).toEqual(["GET /scents/1"]);
});

test.each([
  ["/en/scent/1", true],
  ["/fr/scent/1", false],
  ["/en/scent/", false],
])("what %s shows is asked for ahead (%s), in its language", async (path, isAsked) => {
  await open.show(null, "/en/home");
  open.stage(isThere());
  await prefetch(path);
  expect(page.calls.map(({ name, headers }) => [name, headers.get("Accept-Language")])).toEqual(
    isAsked ? [["GET /scents/1", "en"]] : [],
  );
  await mutate(() => true, undefined, { revalidate: false });
});

const paperOrder = (id: string, ...product_ids: string[]) =>
  orderOf({
    id,
    status: "delivered",
    survey_response_id: "r",
    order_items: [orderLine({ product_unit: "SAMPLE_PAPER", product_ids })],
  });
const sampled = orderIn("Delivered", "SAMPLE", { survey_response_id: "r" });
const options = (buyer: string) =>
  `/en/purchase-options?productId=1&productNumber=SL-1&userType=${buyer}`;
const unnamed = ["a", "b", "c", "d"].map((id) => paperOrder(id));
const paperPage = {
  ...sizes,
  prices: [{ kind: "finished_paper", has_options_page: true, tiers: [] }],
} satisfies ScentSizes;

const had = (...earlier: Parameters<typeof orders>): Answers => ({
  "GET /orders/my-orders": orders(...earlier),
});
const suggest = (suggested: Record<string, string[]>): Answers =>
  Object.fromEntries(
    Object.entries(suggested).map(([id, ids]) => [
      `GET /orders/${id}/survey-recommendations`,
      { json: recommendationsOf(...ids.map((found) => [found, found, found] as const)) },
    ]),
  );
const trade = { "GET /members/me": { json: business } };
const several = {
  ...had(paperOrder("x", "2"), ...unnamed),
  ...suggest({ a: ["2"], b: ["2", "1"], c: [] }),
};
const underWay = { ...sampled, status: "shipped" };

test.each<[string, Answers, ScentSizes | null, string | undefined]>([
  ["a business", trade, sizes, options("enterprise")],
  ["a business while no price is known", trade, null, undefined],
  ["who had jars of it delivered", had(sampled), sizes, options("personal-jar")],
  ["who had papers of it", had(paperOrder("a", "1")), paperPage, options("personal-paper")],
  ["who had papers of it, without their page", had(paperOrder("a", "1")), sizes, "/en/orders"],
  ["whose set is still on its way", had(underWay), sizes, undefined],
  ["whose set was of no quiz", had({ ...sampled, survey_response_id: null }), sizes, undefined],
  ["whose order names none, whose quiz did", several, paperPage, options("personal-paper")],
  ["whose orders cannot be read", { "GET /orders/my-orders": down }, sizes, undefined],
])("%s is shown where to order it, or not", async (who, answers, offered, target) => {
  signInMei();
  await visit({
    "GET /members/me": { json: individual },
    ...isThere({ sizes: offered }),
    ...answers,
  });
  await arrives("Scent 1");
  if (target === undefined)
    await until(() =>
      expect(page.calls.every(({ status }) => status !== null) && page.calls.length > 1).toBe(true),
    );
  await until(() => expect(page.link("Order this scent")).toBe(target));
  expect(page.calls.some(({ name }) => name.includes("/d/survey"))).toBe(false);
  expect(page.calls.some(({ name }) => name.startsWith("GET /orders"))).toBe(
    !who.startsWith("a business"),
  );
});

const rainyForest = {
  top: [noteOf("Yuzu", "citrus", 0.1), noteOf("Rain", "aquatic", 0.2)],
  middle: [noteOf("Moonstuff", null, 0.05)],
  back: [
    noteOf("Cedar", "woody", 0.3),
    noteOf("Oud", "woody", 0.1),
    noteOf("Amber", "resinous", 0.35),
  ],
};
const nothing = { top: [], middle: [], back: [] };
const draw = async (part: React.ReactNode) => {
  await open.show(part, "/en/home");
  return [...document.querySelectorAll("main svg")];
};
/** Of what is drawn, whatever its parts are called. */
const markOf = (drawings: Element[]) =>
  createHash("sha256")
    .update(
      drawings.map((one) => one.outerHTML.replaceAll(/ class="[^"]*"|_r_\w+?_/g, "")).join(""),
    )
    .digest("hex")
    .slice(0, 12);

test("the drawings that people know stay as they are", async () => {
  const both = [{ closure: "roller", millilitres: 10 }, usualBottle] as const;
  const [roller, spray] = both.map((one) => ({ vessel: vesselOf(one), scale: scaleOf(both) }));
  const bare = { hasOwnFlask: true, strength: 0.6 as const, isSmall: false, layers: [], sizes: [] };
  const look: BottleLook = { ...bare, ...spray!, isLabelChosen: true };
  const words = { image: "data:,a", scale: 0.5, x: 0.4, y: 0.6, takesWords: true };
  const box = { image: "data:,b", scale: 0.8, x: 0.5, y: 0.5, takesWords: false };
  const drawings = await draw(
    <>
      <ScentPortrait productId="p" notes={rainyForest} size="hero" />
      <ScentPortrait productId="p" notes={rainyForest} size="thumb" />
      <ScentPortrait productId="p" notes={rainyForest} size="card" title="A forest" />
      <SidePortrait />
      <BottlePreview look={look} notes={rainyForest} />
      <BottlePreview look={{ ...look, ...roller!, isSmall: true }} notes={undefined} />
      <BottlePreview
        look={{ ...look, layers: [box, words] }}
        notes={rainyForest}
        labelText="For Mei, after rain"
      />
      <BottlePreview
        look={{ ...look, hasOwnFlask: false, layers: [box, words] }}
        notes={rainyForest}
        labelText="雨後"
      />
      <BottlePreview look={{ ...look, hasOwnFlask: false }} notes={undefined} title="A bottle" />
    </>,
  );
  expect(drawings).toHaveLength(9);
  const ids = [...document.querySelectorAll("main svg [id]")].map(({ id }) => id);
  expect(new Set(ids).size, "pictures on one page do not share their paint").toBe(ids.length);
  expect(drawings.map((one) => markOf([one]))).toMatchInlineSnapshot(`
    [
      "e3abcf1a1217",
      "3c7a30507d03",
      "48d3ea4bfb14",
      "43a2b44c7324",
      "bebb7f3f3c2f",
      "9d8cbc5322b9",
      "1548f9eeab3e",
      "ede4aef789c3",
      "cf581fc14bac",
    ]
  `);
  await page.leave();
  await visit(isThere());
  await arrives("Scent 1");
  expect(markOf([...document.querySelectorAll("main li svg")])).toMatchInlineSnapshot(
    `"0f5474b18399"`,
  );
  await page.leave();
  const ofFamilies = noteFamilies.map((family) => {
    const notes = { ...nothing, middle: [noteOf("One", family, 0.5)] };
    return <ScentPortrait key={family} productId={family} notes={notes} size="thumb" />;
  });
  expect(markOf(await draw(ofFamilies)), "of each family").toMatchInlineSnapshot(`"a30a8f1aacd9"`);
});

test("scents of a cart are links with their names and numbers, known or not", async () => {
  open.stage({ "GET /products/2": { json: { ...scentOf("2"), product_name: "2" } } });
  const set = (id: string, label: string, ...productIds: string[]) =>
    cartLine({ id, label, productIds });
  const items = [
    set("a", "A-1, A-2, A-99", "1", "2", "99"),
    set("b", "only one number", "1", "99"),
    set("c", "SL-7"),
  ];
  await draw(<Lines of={linesOfCart(items)} />);
  await page.shows("Scent 1 A-1");
  const names = "main [data-line] > div > div > :nth-child(3)";
  expect(all(names)).toEqual(["Scent 1 A-1A-2A-99", "Scent 1 SL-199", "SL-7"]);
  expect(
    [...document.querySelectorAll("[data-line=a] a")].map((one) => one.getAttribute("href")),
  ).toEqual(["/en/scent/1", "/en/scent/2", "/en/scent/99"]);
});
