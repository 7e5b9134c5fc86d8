import type { Product } from "#contract/product";
import { DeliveryDates } from "../../web/delivery/DeliveryDates.tsx";
import { Lines } from "../../web/line/Line.tsx";
import { linesOfCart } from "../../web/line/line.ts";
import PurchaseOptionsPage from "../../web/pages/purchase-options/PurchaseOptionsPage.tsx";
import { useAuth } from "../../web/stores/auth.ts";
import {
  cartLine,
  cartWith,
  memberOf,
  plain,
  shopConfig,
  signInHere,
  words,
  allWords,
} from "../support/buying.ts";
import { noteOf } from "../support/quiz-screens.ts";
import {
  openPages,
  page,
  refusal,
  until,
  type Answers,
  type Staged,
} from "../support/shown-page.tsx";
import { wholeShop } from "../support/whole-shop.ts";

const open = openPages();

const fig: Product = {
  id: "fig-terrace",
  product_id: "SL-017",
  product_name: "Fig Terrace",
  description: null,
};
const pricing = (kind: string) => `GET /product-pricing/${kind}`;
const usual: Answers = {
  ...wholeShop,
  [pricing("PERSONAL_JAR")]: wholeShop["GET /product-pricing/*"]!,
  [pricing("ENTERPRISE")]: { json: { data: [{ mini_buy_amount: 1, unit_price: 12_800 }] } },
  "GET /products/fig-terrace": { json: fig },
  "GET /perfume-note/by_product/fig-terrace": {
    json: {
      product_id: "fig-terrace",
      top: [noteOf("Fig leaf", "fruity", 0.5)],
      middle: [],
      back: [],
    },
  },
  "POST /cart/items": { json: cartWith() },
};

// So that what pages load late is here at the first look.
beforeAll(() =>
  Promise.all([
    import("../../web/purchase/ConsentDialog.tsx"),
    import("../../web/line/LineBottle.tsx"),
    import("../../web/scent/ScentPortrait.tsx"),
  ]),
);
beforeEach(() => open.stage(usual));

const figs = "productId=fig-terrace&productNumber=SL-017";
async function look(query = figs) {
  await open.show(<PurchaseOptionsPage />, `/en/purchase-options?${query}`);
}
const goTo = async (query = figs) => {
  await look(query);
  await until(() => expect(tabs().length).toBeGreaterThan(0));
};
const tabs = () => [...document.querySelectorAll<HTMLElement>("[role=tab]")];
const tabTexts = () => tabs().map((tab) => plain(tab.textContent));
const openTab = () => words('[role=tab][aria-selected="true"]');
async function choose(id: string, by: "mouse" | "keys" = "keys") {
  const radio = await until(
    () => document.querySelector<HTMLInputElement>(`input[value="${id}"]`) ?? expect.fail(id),
  );
  if (by === "mouse")
    radio.closest("label")?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  else page.key("ArrowDown", {}, radio);
  radio.click();
}
async function goToTab(name: string) {
  const tab = tabs().find(({ textContent }) => textContent?.startsWith(name));
  if (tab === undefined) throw new Error(`no tab ${name}`);
  tab.click();
  await until(() => expect(openTab()).toMatch(new RegExp(`^${name}`)));
}
const prices = () => allWords("dl > div");
const total = () => words("p > strong");
const nextOf = () => words("p + button");
const isAt = (query: string) => until(() => expect(location.search).toBe(query));
const optionNamed = (id: string) =>
  plain(document.querySelector(`input[value="${id}"]`)?.closest("label")?.textContent);

test("a choice by mouse leads on to what is missing, after a moment, and takes the focus along; one by keys leads nowhere", async () => {
  await goTo();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  await choose("roller");
  await wait(1_000);
  expect(openTab()).toBe("Size 10 ml roll-on");
  await choose("spray", "mouse");
  await wait(300);
  expect(openTab()).toBe("Size 30 ml spray");
  await wait(50);
  await until(() => expect(openTab()).toBe("Concentration Not chosen"));
  await until(() => expect(document.activeElement?.id).toBe(tabs()[1]?.id));
  await choose("light", "mouse");
  await wait(350);
  await until(() => expect(openTab()).toBe("Label Not chosen"));
  const shown = vi.spyOn(Element.prototype, "scrollIntoView");
  await choose("moon", "mouse");
  await wait(1_000);
  expect(openTab(), "its words are asked for first").toBe("Label Moonlight");
  await until(() =>
    expect(shown.mock.contexts.at(-1)).toHaveProperty(
      "className",
      expect.stringContaining("asked"),
    ),
  );
  shown.mockRestore();
  await page.press("Choose: Packaging");
  await wait(1);
  await until(() => expect(openTab()).toBe("Packaging Not chosen"));
  await choose("plain", "mouse");
  await wait(1_000);
  expect(openTab(), "nothing is missing").toBe("Packaging Plain");
  expect(page.text()).toContain("4 of 4 chosen");
  expect(nextOf()).toBe("Add to cart");
});

test("each choice is priced with what it costs and what more would save", async () => {
  await goTo();
  expect(page.text()).toContain("Order 100 more bottles for a better price");
  await choose("spray");
  await goToTab("Label");
  await choose("moon");
  await until(() => expect(total()).toBe("from NT$ 58,500"));
  await page.press("More");
  await until(() =>
    expect(prices()).toEqual([
      "Unit price before optionsNT$ 360",
      "30 ml spray+NT$ 180",
      "Moonlight+NT$ 25",
      "Quantity× 200 bottles",
      "Totalfrom NT$ 113,000",
    ]),
  );
  expect(page.text()).not.toContain("better price");
  expect(total()).toBe("from NT$ 113,000");
});

test("what another choice takes away is named, leaves the address, and is missing again", async () => {
  await goTo(`${figs}&options=spray,moon`);
  await goToTab("Concentration");
  await choose("oil");
  await page.shows("No longer available with this choice, so removed: 30 ml spray.");
  await isAt(`?${figs}&options=oil%2Cmoon`);
  expect(tabTexts()[0]).toBe("Size Not chosen");
  expect(optionNamed("spray")).toBe("");
  await choose("light");
  await until(() => expect(page.text()).not.toContain("No longer available"));
});

test("a shared link shows the same bottle, and of what it must not say nothing", async () => {
  await goTo(`${figs}&options=spray,light,moon,hinoki,golden&quantity=150&labelText=給 Mei`);
  await isAt(`?${figs}&options=spray%2Clight%2Cmoon%2Chinoki&quantity=200&labelText=%E7%B5%A6+Mei`);
  expect(total()).toBe(`NT$ ${((360 + 365) * 200).toLocaleString("en")}`);
  await goToTab("Label");
  expect(page.value("label_text")).toBe("給 Mei");
  expect(words("svg[role=img]")).toContain("Mei");
  await choose("bare");
  await until(() => expect(page.has("label_text")).toBe(false));
  expect(words("svg[role=img]")).not.toContain("Mei");
});

test("what is changed soon stands in the address, once, and the rest of it stays", async () => {
  await goTo(`${figs}&userType=personal-jar`);
  const length = history.length;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await choose("spray");
  await page.press("More");
  await vi.advanceTimersByTimeAsync(240);
  expect(location.search).toBe(`?${figs}&userType=personal-jar`);
  await vi.advanceTimersByTimeAsync(20);
  await isAt(`?${figs}&userType=personal-jar&options=spray&quantity=200`);
  expect(history).toHaveLength(length);
});

test("words on the label are counted, and are not cut while they are composed", async () => {
  await goTo(`${figs}&options=moon`);
  await goToTab("Label");
  const field = page.field("label_text");
  const compose = (name: string) =>
    field.dispatchEvent(new CompositionEvent(name, { bubbles: true }));
  await page.type({ label_text: "さくらの香り12345" });
  compose("compositionstart");
  await page.type({ label_text: "さくらの香り12345かおりかおり" });
  expect(page.value("label_text")).toBe("さくらの香り12345かおりかおり");
  expect(page.text()).toContain("17 of 20 used");
  compose("compositionend");
  await until(() => expect(page.value("label_text")).toBe("さくらの香り12345か"));
});

const whole = `${figs}&options=roller,oil,moon,hinoki&labelText=%20Mei%20`;
const agree = async () => {
  await page.tick('input[type="checkbox"]');
  await page.press("I have read and agree");
};

test("nothing is bought without consent; then it goes into the cart as it was chosen", async () => {
  await goTo(whole);
  await until(() => expect(nextOf()).toBe("Add to cart"));
  const consent = "Please read the notices and tick the box first";
  await page.press("Add to cart");
  expect(page.alert()).toBe(consent);
  expect(document.activeElement?.textContent).toBe(consent);
  await agree();
  await page.tick('input[type="checkbox"]');
  await page.press("Add to cart");
  expect(page.alert(), "it was taken back").toBe(consent);
  await agree();
  expect(page.alert()).toBe("");
  open.stage({ "POST /cart/items": refusal(409, "cart_full") });
  await page.press("Add to cart");
  await until(() => expect(page.alert()).toContain("We couldn’t add this to your cart"));
  expect(document.activeElement?.textContent).toContain("We couldn’t add");
  const come = open.hold("POST /cart/items", { json: cartWith() });
  await page.press("Add to cart");
  expect(page.alert()).toBe("");
  expect(page.button("Add to cart").getAttribute("aria-busy")).toBe("true");
  come();
  await until(() => expect(location.pathname).toBe("/en/cart"));
  expect(page.answers("POST /cart/items").at(-1)?.json).toEqual({
    productIds: ["fig-terrace"],
    itemType: "JAR",
    type: "FINISHED_PRODUCT",
    amount: 100,
    addonItemIds: ["roller", "oil", "moon", "hinoki"],
    labelText: "Mei",
  });
});

test("more than one order may come to is not sold, and the page says so", async () => {
  open.stage({
    [pricing("PERSONAL_JAR")]: { json: { data: [{ mini_buy_amount: 1, unit_price: 90 }] } },
  });
  await goTo(`${whole}&quantity=3000`);
  await page.shows("A single card payment must be between NT$\u00A05 and NT$\u00A0199,999.");
  expect(prices()).toEqual([]);
  expect(page.button("Add to cart").disabled).toBe(true);
});

const title = "An error occurred";

const options = "Unable to load product options, please try again later";
const price = "Unable to load pricing information";
test.each<[string, Staged, string]>([
  ["GET /product-addons/dependency-rules/all/", refusal(500, "internal"), options],
  ["GET /config", refusal(500, "internal"), options],
  ["GET /reorder-settings/", { json: { data: [] } }, price],
  [pricing("PERSONAL_JAR"), { json: { data: [] } }, price],
])("while %s does not help the page says so, until another try", async (name, answer, reason) => {
  open.stage({ [name]: answer, "GET /products/fig-terrace": "lost" });
  await look();
  await until(() => expect(page.alert()).toContain(reason));
  expect(words("h1")).toBe(title);
  const before = page.answers("GET /product-addons/dependency-rules/all/").length;
  open.stage(usual);
  await page.press("Try again");
  await until(() => expect(tabs()).toHaveLength(4));
  await until(() => expect(words("h1")).toBe("Fig Terrace"));
  const again = page.answers("GET /product-addons/dependency-rules/all/").length - before;
  expect(again, "only what is missing is read again").toBe(name.includes("addons") ? 1 : 0);
});

test("the form waits for the scent's notes, so that nothing moves, and does without them", async () => {
  const notes = "GET /perfume-note/by_product/fig-terrace";
  const come = open.hold(notes, refusal(500, "internal"));
  await look();
  await until(() => expect(page.answers("GET /product-addons/all/")).not.toEqual([]));
  await until(() => expect(page.answers(pricing("PERSONAL_JAR"))).not.toEqual([]));
  expect(tabs()).toEqual([]);
  expect(page.text()).toContain("Loading");
  come();
  await until(() => expect(tabs()).toHaveLength(4));
});

test("a business buys by the kilogram; a private member who asks for that is offered bottles", async () => {
  const trade = `${figs}&userType=enterprise`;
  signInHere();
  open.stage({ "GET /members/me": { json: memberOf() } });
  await look(trade);
  await page.shows("Only business members can order by the kilogram.");
  await page.leave();
  open.stage({ "GET /members/me": { json: memberOf({ is_business: true }) } });
  await goTo(trade);
  expect([prices()[2], total()]).toEqual(["Quantity× 1 kg", "from NT$ 12,800"]);
  await page.leave();
  await goTo();
  expect(
    page.calls.map(({ name }) => name),
    "bottles are for all",
  ).not.toContain("GET /members/me");
  await page.leave();
  useAuth.getState().signOut();
  await goTo(trade);
  expect(total(), "who is not signed in may look").toBe("from NT$ 12,800");
  expect(page.calls.map(({ name }) => name)).not.toContain("GET /members/me");
});

test("all sizes stand side by side until one is chosen, which is pictured where it has a picture", async () => {
  await goTo();
  const drawn = () => words("svg[role=img]");
  await until(() => expect(drawn(), "a label on each").toBe("FigTerraceFigTerrace"));
  expect([prices()[1], total()]).toEqual(["Options (per bottle)Not chosen", "from NT$ 38,000"]);
  await choose("spray");
  await until(() => expect(drawn()).toBe("≈ 8 cmFigTerrace"));
  const pictures = () =>
    [...document.querySelectorAll("svg[role=img] image")].map((image) =>
      image.getAttribute("href"),
    );
  expect(pictures()).toEqual([]);
  await choose("tin");
  await until(() => expect(pictures()).toEqual(["tin.png"]));
  expect(words("svg[role=img]")).toBe("");
});

test("a dressed bottle is drawn as its options page showed it", async () => {
  const bottle = { type: "FINISHED_PRODUCT" as const, addonItemIds: ["moon"] };
  await open.show(
    <Lines of={linesOfCart([cartLine({ ...bottle, labelText: "for Mei" })])} />,
    "/en/cart",
  );
  await until(() =>
    expect(document.querySelector("main svg image")?.getAttribute("href")).toBe("moon.png"),
  );
  expect(words("main svg")).toContain("for Mei");
  expect(document.querySelectorAll("main svg")).toHaveLength(1);
});

const calendar = { from: "2026-01-01", until: "2026-12-31", closed: [], open: [] };
const three = { preparing: { min: 3, max: 3 }, transit: null, calendar };
const sent = { preparing: { min: 3, max: 5 }, transit: { min: 1, max: 2 }, calendar };
const monday = "2026-11-23T04:00:00Z";
test.each([
  [monday, null, three, "If you order today, expected to ship: 26 Nov"],
  [monday, null, sent, "If you order today, expected to arrive: 27 Nov–\u20602 Dec"],
  ["2026-11-26T15:00:00Z", monday, three, "Expected to ship: 26 Nov"],
  ["2026-11-26T17:00:00Z", monday, three, ""],
  ["2026-12-30T04:00:00Z", null, sent, "Arrives 4–7 working days after payment"],
])("at %s, paid %s, only sure dates are told", async (now, paidAt, delivery, says) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  open.stage({ "GET /config": { json: shopConfig({ delivery }) } });
  const paid = paidAt === null ? null : Date.parse(paidAt);
  await open.show(<DeliveryDates paidAt={paid} />, "/en/cart");
  await until(() => expect(page.answers("GET /config")).not.toEqual([]));
  await until(() => expect(plain(page.text())).toBe(says));
});
