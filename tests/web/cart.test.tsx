import { addToCart, loadCart, removeFromCart, restoreToCart } from "../../web/api/cart.ts";
import CartDrawer from "../../web/cart/CartDrawer.tsx";
import Toasts from "../../web/feedback/Toasts.tsx";
import CartPage from "../../web/pages/cart/CartPage.tsx";
import { useAuth } from "../../web/stores/auth.ts";
import { useCart } from "../../web/stores/cart.ts";
import { useToasts } from "../../web/stores/toasts.ts";
import { cartLine, cartWith, plain, shopConfig, signInHere, words } from "../support/buying.ts";
import { openPages, page, refusal, toasts as said, until } from "../support/shown-page.tsx";

const open = openPages();

beforeEach(() => signInHere());

const moss = cartLine({
  id: "moss",
  surveyResponseId: "r1",
  userAnswer: "moss after rain",
  createdAt: "2026-11-21T01:00:00Z",
});
const bread = cartLine({
  ...moss,
  id: "bread",
  userAnswer: "warm bread",
  itemType: "SAMPLE_PAPER",
  createdAt: "2026-11-21T02:00:00Z",
});
const tins = cartLine({
  id: "tins",
  type: "FINISHED_PRODUCT",
  itemType: "LARGE_JAR_KG",
  amount: 3,
  price: 38_970,
  label: "SL-001",
  labelText: "for Mei",
  concentration: "RICH",
  createdAt: "2026-11-22T01:00:00Z",
});
const read = "GET /cart/";
const stageCart = (...items: (typeof moss)[]) =>
  open.stage({ [read]: { json: cartWith(...items) }, "GET /config": { json: shopConfig() } });

const ofPage = (
  <>
    <CartPage />
    <Toasts />
  </>
);
const ofDrawer = <CartDrawer onClose={() => {}} />;
const look = (part = ofPage, path = "/en/cart") => open.show(part, path);
async function lookAt(...items: (typeof moss)[]) {
  stageCart(...items);
  await look();
  await until(() => expect(lines()).toEqual(items.map(({ id }) => id)));
}
const lines = () =>
  [...document.querySelectorAll<HTMLElement>("[data-line]")].map(({ dataset }) => dataset.line);
const focusedLine = () => document.activeElement?.closest<HTMLElement>("li")?.dataset.line;
const removing = "DELETE /cart/items/moss";
const restoring = "POST /cart/restore";
const down = refusal(503, "upstream_maintenance");
const remove = () => page.press("Remove Sample set 1 · jars");

test("the drawer waits for the cart, says when it cannot be read, and calls it empty when it was", async () => {
  const empty = "Your cart is empty";
  const come = open.hold(read, down);
  await look(ofDrawer);
  expect(page.text()).toContain("Loading");
  come();
  await until(() => expect(page.alert()).toContain("maintenance"));
  expect(page.text()).not.toMatch(new RegExp(`Loading|${empty}`));
  open.stage({ [read]: { json: cartWith() } });
  await page.press("Try again");
  await page.shows(empty);
  expect(page.alert()).toBe("");
  expect(page.text()).not.toMatch(/Loading|Shipping|Check out|View the cart/);
});

const places = [
  ["page", ofPage],
  ["drawer", ofDrawer],
] as const;

test.each(places)("on the %s a line that cannot go stays, with reason", async (_place, part) => {
  await lookAt(moss, tins);
  await page.leave();
  await look(part);
  const come = open.hold(removing, down);
  await remove();
  expect(lines()).toEqual(["tins"]);
  expect(said()).toHaveLength(1);
  come();
  await until(() => expect(lines()).toEqual(["moss", "tins"]));
  await until(() => expect(page.alert()).toContain("maintenance"));
  expect(plain(page.text())).toContain("NT$ 39,070");
  expect(said(), "nothing is left to undo").toEqual([]);
  open.stage({ [removing]: { json: cartWith(tins) } });
  await remove();
  expect(page.alert()).toBe("");
  expect(lines()).toEqual(["tins"]);
});

test.each(places)("beyond what a card may pay, the %s leads to people", async (_where, part) => {
  for (const price of [199_999, 200_000]) {
    stageCart({ ...tins, price });
    await look(part);
    await page.shows(price === 199_999 ? "Check out" : "Talk to a scent consultant");
    const says = plain(page.text()).includes("be between NT$ 5 and NT$ 199,999.");
    expect(says).toBe(price === 200_000);
    expect(page.text().includes("Check out")).toBe(price === 199_999);
    await page.leave();
  }
});

test("what is removed goes at once, is offered back where the keyboard is, and comes back to its place", async () => {
  await lookAt(moss, bread, tins);
  open.stage({ [removing]: { json: cartWith(bread, tins) } });
  await remove();
  expect(lines()).toEqual(["bread", "tins"]);
  expect(words("main aside")).toContain("2 items");
  expect(said()).toEqual(["Removed: Sample set 1 · jars"]);
  expect(document.activeElement?.textContent).toBe("Undo");
  await until(() => expect(page.answers(removing)).toHaveLength(1));

  const come = open.hold(restoring, { json: cartWith(moss, bread, tins) });
  await page.press("Undo");
  await until(() => expect(lines()).toEqual(["moss", "bread", "tins"]));
  await until(() => expect(focusedLine()).toBe("moss"));
  expect(said()).toEqual([]);
  come();
  await until(() => expect(said()).toEqual(["Back in your cart: Sample set 1 · jars"]));
  expect(page.answers(restoring).map(({ json }) => json)).toEqual([{ ids: ["moss"] }]);
});

test("a line that cannot be put back says why, and can be tried again", async () => {
  await lookAt(moss, tins);
  open.stage({ [removing]: { json: cartWith(tins) }, [restoring]: down });
  await remove();
  await page.press("Undo");
  await until(() =>
    expect(said()[0]).toMatch(/^Could not be put back: Sample set 1 · jars\. .*maintenance/),
  );
  expect(useToasts.getState().toasts[0]?.tone).toBe("danger");
  expect(lines()).toEqual(["tins"]);
  expect(words("main aside")).toContain("NT$ 38,970");
  open.stage({ [restoring]: { json: cartWith(moss, tins) } });
  await page.press("Try again");
  await until(() => expect(said()).toEqual(["Back in your cart: Sample set 1 · jars"]));
  expect(lines()).toEqual(["moss", "tins"]);
});

test("a line that another tab has removed is gone, without a word", async () => {
  await lookAt(moss, tins);
  stageCart(tins);
  open.stage({ [removing]: refusal(404, "cart_item_not_found") });
  const before = page.answers(read).length;
  await remove();
  await until(() => expect(page.answers(read)).toHaveLength(before + 1));
  expect(lines()).toEqual(["tins"]);
  expect(page.alert()).toBe("");
});

test("clearing asks first, can be left, fails with a reason, and is undone whole", async () => {
  await lookAt(moss, tins);
  open.stage({ "DELETE /cart/clear": "lost", [restoring]: { json: cartWith(moss, tins) } });
  for (const leave of ["Cancel", "Close"]) {
    await page.press("Clear the cart");
    await page.press(leave);
    expect(document.querySelector("dialog")).toBeNull();
  }
  for (const _ of ["asked", "confirmed"]) await page.press("Clear the cart");
  await until(() => expect(page.alert()).not.toBe(""));
  expect([lines(), said()]).toEqual([["moss", "tins"], []]);
  open.stage({ "DELETE /cart/clear": { json: cartWith() } });
  for (const _ of ["asked", "confirmed"]) await page.press("Clear the cart");
  await page.shows("Your cart is empty");
  expect(page.alert()).toBe("");
  expect(document.querySelector("dialog")).toBeNull();
  expect(said()).toEqual(["Your cart has been cleared"]);
  await page.press("Undo");
  await until(() => expect(said()).toEqual(["Back in your cart: all items"]));
  expect(page.answers(restoring).at(-1)?.json).toEqual({ ids: ["moss", "tins"] });
});

test("when a session ends the cart is read again, as it is then a visitor's", async () => {
  await lookAt(moss);
  await until(() => expect(page.answers(read).length).toBeGreaterThan(0));
  const before = page.answers(read).length;
  stageCart(tins);
  useAuth.getState().signOut();
  await until(() => expect(lines()).toEqual(["tins"]));
  expect(page.answers(read)).toHaveLength(before + 1);
});

test("a read that was asked for before a change does not undo it when it is answered after", async () => {
  await open.show(null, "/en/cart");
  useCart.getState().replace(cartWith(moss, tins));
  const come = open.hold(read, { json: cartWith(moss, tins) });
  open.stage({ [removing]: { json: cartWith(tins) } });
  const reading = loadCart();
  await until(() => expect(page.calls).toHaveLength(1));
  await removeFromCart(moss);
  come();
  expect((await reading).items).toEqual([tins]);
  expect(useCart.getState().cart).toEqual(cartWith(tins));
});

test("changes go one after the other, after one that failed too, and a read waits for them", async () => {
  await open.show(null, "/en/cart");
  const come = open.hold("POST /cart/items", refusal(500, "internal"));
  stageCart(moss, tins);
  open.stage({ [restoring]: { json: cartWith(moss, tins) } });
  const adding = addToCart({ productIds: ["p"], itemType: "JAR", type: "SAMPLE" });
  const undoing = restoreToCart([moss]);
  const reading = loadCart();
  await until(() => expect(page.calls).toHaveLength(1));
  come();
  await expect(adding).rejects.toThrow("internal");
  await Promise.all([undoing, reading]);
  expect(page.calls.map(({ name }) => name)).toEqual(["POST /cart/items", restoring, read]);
  expect(useCart.getState().isKnown).toBe(true);
});

test.each([
  ["a removal does not show the line again", cartWith(moss), cartWith(moss, tins), ["", "tins"]],
  ["an undo does not hide the line", cartWith(), cartWith(tins), ["moss", "moss,tins"]],
])("an answer from before %s", async (_what, first, answer, shown) => {
  await open.show(null, "/en/cart");
  useCart.getState().replace(first);
  const come = open.hold("POST /cart/items", { json: answer });
  open.stage({ [removing]: { json: cartWith(tins) }, [restoring]: { json: cartWith(moss, tins) } });
  const adding = addToCart({ productIds: ["p"], itemType: "JAR", type: "SAMPLE" });
  const changing = shown[0] === "" ? removeFromCart(moss) : restoreToCart([moss]);
  const seen: string[] = [];
  const stop = useCart.subscribe(({ cart }) => seen.push(cart.items.map(({ id }) => id).join()));
  come();
  await Promise.all([adding, changing]);
  stop();
  expect([...new Set(seen)]).toEqual(shown);
  expect(useCart.getState().cart.totalPrice).toBe(shown[0] === "" ? 38_970 : 39_070);
});

test("the page opens with the copy that this browser kept, and of what is no cart it takes nothing", async () => {
  const come = open.hold(read, { json: cartWith() });
  for (const [kept, shown] of [
    [cartWith(moss), ["moss"]],
    [{ ...cartWith(moss), items: "many" }, []],
    [{ ...cartWith(moss), totalPrice: null }, []],
    [{ ...cartWith(moss), totalItems: undefined }, []],
    [null, []],
  ] as const) {
    useCart.getState().forget();
    localStorage.setItem("cart-storage", JSON.stringify({ state: kept, version: 0 }));
    await useCart.persist.rehydrate();
    await look();
    expect(lines()).toEqual(shown);
    come();
    await page.leave();
  }
});
