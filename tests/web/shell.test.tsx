import { ErrorBoundary } from "../../web/layout/ErrorBoundary.tsx";
import { Shell } from "../../web/layout/Shell.tsx";
import { navigateWithTransition } from "../../web/App.tsx";
import { useAuth } from "../../web/stores/auth.ts";
import { useCart } from "../../web/stores/cart.ts";
import { useLocationChoice } from "../../web/stores/location.ts";
import { openPages, page, until } from "../support/shown-page.tsx";

const open = openPages();
const look = (path = "/en/cart") => open.show(<Shell>The screen</Shell>, path);
// A document is a browser's business.
const stay = (event: Event) => event.preventDefault();
beforeEach(() => window.addEventListener("click", stay));
afterEach(() => {
  useLocationChoice.getState().choose("taiwan");
  window.removeEventListener("click", stay);
});

const dialog = () => until(() => expect(document.querySelector("dialog")).not.toBeNull());

test("a member finds a count of the cart, and their e-mail where they have no name", async () => {
  useAuth.getState().signedIn({ accessToken: "token", mustChangePassword: false });
  const noor = { id: "1", email: "noor@example.test", full_name: " ", is_business: false };
  useAuth.getState().memberKnown(noor);
  useCart.getState().replace({ ...useCart.getState().cart, totalItems: 1200 });
  await look();
  expect(page.button("Cart, 1,200 items").textContent).toBe("1,200");
  page.button("noor@example.test’s account");
});

test("the language that somebody chooses is remembered", async () => {
  await look("/en/login?from=%2Fen%2Fcart");
  await page.press("EN (choose a language)");
  await dialog();
  document.querySelector<HTMLElement>('dialog [hreflang="ja"]')?.click();
  expect(localStorage.getItem("i18nextLng")).toBe("ja");
  expect(document.cookie).toContain("i18nextLng=ja");
});

test("a location is kept", async () => {
  await look();
  await page.press("Your location: Taiwan TWD");
  await page.tick('header input[value="japan"]');
  page.button("Your location: Japan JPY");
  expect(localStorage.getItem("selectedLocation")).toBe("japan");
});

test("the first stop of a page leads past its menus", async () => {
  await look();
  const first = document.querySelector("a, button, input");
  const target = document.querySelector<HTMLElement>(first?.getAttribute("href") ?? "none");
  expect(target?.textContent).toBe("The screen");
  target?.focus();
  expect(document.activeElement).toBe(target);
});

test("a visitor whose connection goes reads that, until it is back", async () => {
  await look();
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  window.dispatchEvent(new Event("offline"));
  await page.shows("You are offline.");
  isOnline.mockRestore();
  window.dispatchEvent(new Event("online"));
  await until(() => expect(page.text()).not.toContain("You are offline."));
});

test.each([
  ["zh", "這一頁沒能打開", "重新載入", "回首頁"],
  ["en", "This page could not be opened", "Reload", "Go to the home"],
  ["ja", "ページを開けませんでした", "再読み込み", "ホームへ戻る"],
] as const)("a screen that fails says so in %s, with ways on", async (locale, ...said) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const Broken = () => {
    throw new Error("its script is lost");
  };
  const broken = (
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>
  );
  await open.show(broken, `/${locale}/orders`);
  for (const words of said) expect(page.alert()).toContain(words);
  expect(document.querySelector("main a")?.getAttribute("href")).toBe(`/${locale}/home`);
  expect(logged).toHaveBeenCalledWith("A screen failed", expect.any(Error), expect.anything());
  logged.mockRestore();
});

test.each([
  ["softly", false, 1],
  ["at once for who wants no motion", true, 0],
])("from screen to screen the next takes the last one's place %s", async (_, isStill, softly) => {
  await look();
  const startViewTransition = vi.fn((update: () => void) => update());
  Object.assign(document, { startViewTransition });
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: isStill } as MediaQueryList);
  const navigate = vi.fn();
  // No screen of the shop, so that nothing is loaded for it.
  navigateWithTransition(navigate, "/en/nowhere", { href: "/en/nowhere" } as object);
  await until(() => expect(navigate).toHaveBeenCalledOnce());
  expect(startViewTransition).toHaveBeenCalledTimes(softly);
  navigateWithTransition(navigate, "/en/elsewhere", {});
  expect(navigate, "the program does not wait").toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, "startViewTransition");
});
