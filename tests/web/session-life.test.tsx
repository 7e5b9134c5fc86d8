import * as z from "zod/mini";
import { RequireMember } from "../../web/App.tsx";
import { api } from "../../web/api/client.ts";
import { useMember } from "../../web/api/member.ts";
import { sessionClearedEvent, signedOutEvent } from "../../web/session/clear-session.ts";
import { keepSession, signOut, useMemberFreshness } from "../../web/session/session.ts";
import { useAuth } from "../../web/stores/auth.ts";
import { useCart } from "../../web/stores/cart.ts";
import { useToasts } from "../../web/stores/toasts.ts";
import { cartWith, memberOf, signInHere } from "../support/buying.ts";
import {
  here,
  isAt,
  openPages,
  page,
  refusal,
  toasts,
  until,
  watchLoads,
  type Answers,
} from "../support/shown-page.tsx";

const open = openPages();
const loads = watchLoads();
keepSession();

const noor = memberOf();
const cart = { ...cartWith(), totalItems: 3, totalPrice: 300 };
const ranOut: Answers = {
  "GET /members/me": refusal(401, "token_invalid"),
  "POST /auth/refresh": refusal(401, "refresh_token_missing"),
};
const Name = () => <p>{useMember().data?.full_name ?? "nobody"}</p>;
const look = (path: string, part = <Name />) => open.show(part, path);

beforeEach(() => signInHere());
afterEach(() => {
  loads.length = 0;
});

test.each([
  ["/ja/profile?tab=password", "/ja/login?from=%2Fja%2Fprofile%3Ftab%3Dpassword&ended=true"],
  ["/zh/checkout", "/zh/login?from=%2Fzh%2Fcheckout&ended=true"],
])("a member whose session runs out at %s signs in and is brought back there", async (at, to) => {
  useCart.getState().replace(cart);
  open.stage(ranOut);
  await look(at);
  await until(() => expect(loads).toEqual([to]));
  expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, member: null });
  expect(localStorage.getItem("access_token")).toBeNull();
  expect([useCart.getState().cart.totalItems, toasts()]).toEqual([0, []]);
});

test("elsewhere they stay where they are, are told, and see nothing of the member any more", async () => {
  open.stage({ "GET /members/me": { json: noor } });
  await look("/ja/info/ReturnPolicy?a=1");
  await page.shows("Noor Test");
  open.stage(ranOut);
  await expect(api.send("PATCH", "/members/me")).rejects.toMatchObject({ status: 404 });
  open.stage({ "GET /orders/my-orders": refusal(401, "token_invalid") });
  await expect(api.get("/orders/my-orders", z.any())).rejects.toMatchObject({ status: 401 });
  const [toast] = useToasts.getState().toasts;
  expect(toast).toMatchObject({
    text: "ログインの期限が切れたため、ログアウトしました。",
    action: { label: "ログイン" },
  });
  await until(() => expect(page.text()).toBe("nobody"));
  expect(loads).toEqual([]);
  history.pushState(null, "", "/ja/cart?b=2");
  toast?.action?.run();
  expect(loads).toEqual(["/ja/login?from=%2Fja%2Fcart%3Fb%3D2&ended=true"]);
});

test("who acts elsewhere after their session ended signs in, and comes back", async () => {
  const at = "/zh/purchase-options?productNumber=SL-001&options=a";
  open.stage({ ...ranOut, "POST /cart/items": refusal(401, "token_revoked") });
  await look(at, <p />);
  await expect(api.send("POST", "/cart/items")).rejects.toMatchObject({ status: 401 });
  const query = new URLSearchParams({ from: at, ended: "true" });
  expect([loads, toasts()]).toEqual([[`/zh/login?${query}`], []]);
});

test("what a member does signs in also where a read has begun the refresh that is refused", async () => {
  open.stage({ ...ranOut, "POST /cart/items": refusal(401, "token_revoked") });
  const come = open.hold("POST /auth/refresh", { status: 401 });
  await look("/ja/cart", <p />);
  const calls = [api.get("/members/me", z.any()), api.send("POST", "/cart/items")];
  const ended = Promise.allSettled(calls);
  await until(() => expect(page.answers("POST /cart/items")).toHaveLength(1));
  come();
  await ended;
  expect(loads).toEqual(["/ja/login?from=%2Fja%2Fcart&ended=true"]);
});

test("a visitor whose call is refused is sent nowhere", async () => {
  useAuth.getState().signOut();
  open.stage(ranOut);
  await look("/en/orders");
  await until(() => expect(page.answers("POST /auth/refresh")).toHaveLength(1));
  await until(() => expect(page.answers("GET /members/me")).toHaveLength(1));
  expect([loads, toasts()]).toEqual([[], []]);
});

test("who signs out is out on the server first, then here with all that was theirs", async () => {
  open.stage(ranOut);
  const come = open.hold("POST /auth/logout", { status: 204 });
  const kept = ["fragrance_recommendations", "paymentResult"];
  for (const key of kept) localStorage.setItem(key, "{}");
  for (const key of ["fragrance_quiz", "checkout-draft"]) sessionStorage.setItem(key, "{}");
  useCart.getState().replace(cart);
  const heard: string[] = [];
  for (const name of [sessionClearedEvent, signedOutEvent])
    window.addEventListener(name, () => heard.push(name), { once: true });
  const written = vi.spyOn(Storage.prototype, "setItem");
  await look("/en/orders");
  const out = signOut();
  await until(() => expect(page.answers("GET /members/me")).toHaveLength(1));
  expect(loads, "late refusals open nothing").toEqual([]);
  expect(useAuth.getState()).toMatchObject({ isAuthenticated: true, isLeaving: true });
  come();
  await out;
  expect(loads).toEqual(["/en/login"]);
  expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, isLeaving: true });
  expect([...kept, "signed-out"].map((key) => localStorage.getItem(key))).toEqual(
    Array.from({ length: 3 }, () => null),
  );
  expect(sessionStorage).toHaveLength(0);
  expect(useCart.getState().cart.items).toEqual([]);
  expect(heard).toEqual([sessionClearedEvent, signedOutEvent]);
  expect(written, "other tabs hear of it").toHaveBeenCalledWith("signed-out", "now");
  written.mockRestore();
});

test.each([
  ["lost" as const, "/zh/profile", "/zh/login"],
  [{ status: 204 }, "/", "/ja/login"],
])("who signs out, with %j at %s, is out here and at %s", async (answer, at, to) => {
  open.stage({ "POST /auth/logout": answer, "GET /members/me": { json: noor } });
  if (at === "/") localStorage.setItem("i18nextLng", "ja");
  await look(at, at === "/" ? <p /> : <Name />);
  await signOut();
  expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, isLeaving: true });
  expect(loads).toEqual([to]);
});

const tell = (key: string, newValue: string | null = "x") =>
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
const write = (key: string, state: object) =>
  localStorage.setItem(key, JSON.stringify({ state, version: 0 }));

test("what another tab knows of member and cart is known here too", async () => {
  await look("/en/cart", <p />);
  write("auth-storage", { isAuthenticated: true, member: { ...noor, full_name: "Mei" } });
  write("cart-storage", { ...cart, totalItems: 7 });
  const known = () => [
    useAuth.getState().member?.full_name,
    useCart.getState().cart.totalItems,
    useCart.getState().cart.items,
  ];
  tell("something-else");
  expect(known()).toEqual([undefined, 0, []]);
  tell("auth-storage");
  expect(known()).toEqual(["Mei", 0, []]);
  tell("cart-storage");
  for (const wrong of [{ items: "none" }, { totalItems: "8" }, { totalPrice: null }]) {
    expect(known(), "that was no cart").toEqual(["Mei", 7, []]);
    write("cart-storage", { ...cart, ...wrong });
    tell("cart-storage");
  }
  expect(known()).toEqual(["Mei", 7, []]);
  expect(loads).toEqual([]);
});

test("signing out in another tab drops the drafts here and loads the page anew, once", async () => {
  await look("/en/cart", <p />);
  sessionStorage.setItem("fragrance_quiz", "{}");
  tell("signed-out", null);
  expect([loads.length, sessionStorage.length]).toEqual([0, 1]);
  tell("signed-out", "now");
  expect(loads).toEqual(["reload"]);
  expect(sessionStorage).toHaveLength(0);
});

test("a page that the browser's Back brings back as it was left can be used again", async () => {
  await look("/en/cart", <p />);
  useAuth.setState({ isLeaving: true });
  const come = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  come(false);
  expect(useAuth.getState().isLeaving).toBe(true);
  come(true);
  expect(useAuth.getState().isLeaving).toBe(false);
});

const guarded = (
  <RequireMember>
    <Name />
  </RequireMember>
);

test("a member sees members' pages, a visitor is led to the sign-in and on to the page", async () => {
  open.stage({ "GET /members/me": { json: noor } });
  await look("/en/orders?page=2", guarded);
  await page.shows("Noor Test");
  useAuth.getState().signOut();
  await isAt("/en/login?from=%2Fen%2Forders%3Fpage%3D2");
  await page.leave();
  await look("/en/profile", guarded);
  expect(here()).toBe("/en/login?from=%2Fen%2Fprofile");
});

test("while the sign-in opens nobody is led elsewhere, and nothing of the member is left", async () => {
  open.stage({ "GET /members/me": { json: noor } });
  useAuth.setState({ isLeaving: true, mustChangePassword: true });
  await look("/en/profile", guarded);
  await page.shows("Noor Test");
  useAuth.getState().signOut();
  await until(() => expect(page.text()).toBe(""));
  expect(here()).toBe("/en/profile");
});

test("a member who owes a new password is led to the change, also when a call says so, and nobody else is", async () => {
  open.stage({ "GET /members/me": refusal(403, "business_only") });
  await look("/ja/orders", guarded);
  await until(() => expect(page.answers("GET /members/me")).not.toEqual([]));
  expect(useAuth.getState()).toMatchObject({ isAuthenticated: true, mustChangePassword: false });
  await page.leave();
  open.stage({ "GET /members/me": refusal(403, "password_change_required") });
  await look("/ja/orders", guarded);
  await isAt("/ja/change-password?force=true");
  expect(useAuth.getState()).toMatchObject({ isAuthenticated: true, mustChangePassword: true });
});

function Screen() {
  useMemberFreshness();
  return <p />;
}
const read = () => page.calls.map(({ name }) => name).toSorted();
const fakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
const comes = { "GET /members/me": { json: noor }, "GET /cart/": { json: cart } };

test("a quarter of a second after the screen the menu's name and cart are read", async () => {
  fakeTimers();
  open.stage(comes);
  await look("/en/home", <Screen />);
  vi.advanceTimersByTime(249);
  expect(read()).toEqual([]);
  vi.advanceTimersByTime(1);
  await until(() => expect(useAuth.getState().member).not.toBeNull());
  const { id, email, full_name, is_business } = noor;
  expect(useAuth.getState().member).toEqual({ id, email, full_name, is_business, role: "user" });
  await until(() => expect(useCart.getState().isKnown).toBe(true));
  expect(read()).toEqual(["GET /cart/", "GET /members/me"]);
});

test.each(["visitor", "member who owes a password"])("nothing is read for a %s", async (who) => {
  fakeTimers();
  if (who === "visitor") useAuth.getState().signOut();
  else signInHere("noor", true);
  await look("/en/home", <Screen />);
  vi.advanceTimersByTime(1000);
  await vi.dynamicImportSettled();
  expect(read()).toEqual([]);
});

test("a page that opens with a token alone drops it, and one without its token signs out", async () => {
  open.stage({ "POST /auth/logout": { status: 204 } });
  await look("/en/home", <p />);
  keepSession();
  expect(useAuth.getState(), "both").toMatchObject({ isAuthenticated: true, isLeaving: false });
  useAuth.getState().signOut();
  localStorage.setItem("access_token", "of nobody");
  keepSession();
  expect([localStorage.getItem("access_token"), loads, page.calls]).toEqual([null, [], []]);
  signInHere();
  localStorage.removeItem("access_token");
  keepSession();
  expect(useAuth.getState().isAuthenticated, "before any answer").toBe(false);
  await until(() => expect(loads).toEqual(["/en/login"]));
  expect(page.calls.map(({ name }) => name)).toEqual(["POST /auth/logout"]);
});
