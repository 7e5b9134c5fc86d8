import { readFileSync } from "node:fs";
import { flushSync } from "react-dom";
import { Link } from "wouter";
import { App, prefetch, navigateWithTransition } from "../../web/App.tsx";
import { keepOffline } from "../../web/offline.ts";
import { ErrorBoundary } from "../../web/layout/ErrorBoundary.tsx";
import { Page } from "../../web/layout/Page.tsx";
import { mayReload, noticeGoneFiles, reload } from "../../web/navigation/gone-files.ts";
import { useScrollToTop } from "../../web/navigation/scroll-to-top.ts";
import { whenTouchedOrIdle, routes } from "../../web/routes.tsx";
import { replacePrerendered } from "../../web/replace-prerendered.tsx";
import { signInHere } from "../support/buying.ts";
import { here, isAt, openPages, page, refusal, until, watchLoads } from "../support/shown-page.tsx";

const open = openPages();
const loads = watchLoads();
const scrolled: unknown[] = [];
vi.stubGlobal("scrollTo", (to: unknown) => scrolled.push(to));
noticeGoneFiles();

const heading = () => document.querySelector("#main h1")?.textContent;
const look = (path: string) => open.show(<App />, path);

beforeEach(() => open.stage({ "GET /*": refusal(503, "upstream_maintenance") }));
afterEach(() => {
  loads.length = 0;
  scrolled.length = 0;
});

// The first screen of the visit: later ones are somewhere one went to.
test("the first screen leaves the focus at the top of the document", async () => {
  await open.show(
    <Page title="Cart" eyebrow="Step 1" intro="What you chose" lang="ja" />,
    "/en/cart",
  );
  await until(() => expect(document.title).toBe("Cart · Sillage 香跡"));
  expect(page.text()).toBe("Step 1CartWhat you chose");
  expect(document.querySelector("h1")?.closest("[lang]")?.getAttribute("lang")).toBe("ja");
  expect(document.activeElement).toBe(document.body);
  const box = () => document.querySelector("main > div")?.className;
  expect(box()).not.toContain("arriving");
  await page.leave();
  await open.show(<Page title="Orders" />, "/en/orders");
  expect(page.text()).toBe("Orders");
  expect(box(), "the next fades in").toContain("arriving");
});

test.each([
  ["profile?tab=password", "Profile"],
  ["orders/o-1", "Order"],
])("the address /en/%s is for members alone", async (path, title) => {
  await look(`/en/${path}`);
  await isAt(`/en/login?from=${encodeURIComponent(`/en/${path}`)}`);
  await until(() => expect(heading()).toBe("Sign in"));
  await page.leave();
  signInHere();
  await look(`/en/${path}`);
  await until(() => expect(document.title).toMatch(new RegExp(title)));
  expect(here()).toBe(`/en/${path}`);
});

test("an address that is none leads home, in the language chosen before where it names none; texts are asked for again", async () => {
  await look("/en/nowhere");
  await isAt("/en/home");
  await until(() => expect(page.text()).toContain("We couldn’t find that page"));
  await page.leave();
  await look("/en/home?unknown");
  await until(() => expect(page.text()).toContain("We couldn’t find that page"));
  expect(here()).toBe("/en/home");
  await page.leave();
  localStorage.setItem("i18nextLng", "ja");
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await look("/");
  await until(() => expect(page.alert()).toContain("ページを開けませんでした"));
  await page.leave();
  said.mockRestore();
  const file = (name: string) => ({
    json: JSON.parse(readFileSync(`worker/content/locales/ja/${name}.json`, "utf8")),
  });
  open.stage({
    "GET /locales/ja/common.json": file("common"),
    "GET /locales/ja/shop.json": file("shop"),
  });
  await look("/");
  await isAt("/ja/home");
  await until(() => expect(document.documentElement.lang).toBe("ja"));
  await until(() => expect(heading()).toBe(file("shop").json.home.title));
  const asked = page.calls.map(({ name }) => name).filter((name) => name.includes("locales"));
  expect(asked).toEqual(["GET /locales/ja/common.json", "GET /locales/ja/shop.json"]);
});

test("on a new path the page is scrolled up and its heading has the focus", async () => {
  function Two() {
    useScrollToTop();
    return (
      <>
        <Link href="/en/cart?b=2">More</Link>
        <Link href="/en/orders">Orders</Link>
      </>
    );
  }
  await open.show(<Two />, "/en/cart");
  const go = (name: string) =>
    flushSync(() =>
      [...document.querySelectorAll("a")].find(({ textContent }) => textContent === name)?.click(),
    );
  go("More");
  expect([here(), scrolled]).toEqual(["/en/cart?b=2", []]);
  go("Orders");
  expect([here(), scrolled]).toEqual(["/en/orders", [{ top: 0, left: 0, behavior: "instant" }]]);
  await until(() => expect(history.scrollRestoration).toBe("manual"));
  await page.leave();
  const focus = vi.spyOn(HTMLElement.prototype, "focus");
  await open.show(<Page title="Orders" />, "/en/orders");
  await until(() => expect(document.activeElement?.textContent).toBe("Orders"));
  expect(focus).toHaveBeenCalledWith({ preventScroll: true });
  focus.mockRestore();
});

test("who is pointed at a link has its screen when they press it; a lost one says so on the screen", async () => {
  await look("/en/login");
  await until(() => expect(heading()).toBe("Sign in"));
  const prepared = vi.spyOn(routes.forgotPassword, "prepare");
  for (const nothing of ["/en/nowhere", "/xx/forgot-password"]) await prefetch(nothing);
  expect(prepared).not.toHaveBeenCalled();
  await prefetch("/en/forgot-password");
  expect(prepared).toHaveBeenCalledExactlyOnceWith("/en/forgot-password");
  prepared.mockRejectedValue(new Error("its file is gone"));
  await prefetch("/en/forgot-password");
  prepared.mockRestore();
  flushSync(() =>
    document.querySelector<HTMLElement>('#main a[href="/en/forgot-password"]')?.click(),
  );
  expect(heading(), "the old screen stays until then").toBe("Sign in");
  await until(() => expect(heading()).toBe("Forgot your password?"));
});

test("a link within the screen goes at once, another when it is ready or 0.4 s are over, the last one pressed", async () => {
  vi.useFakeTimers();
  history.replaceState(null, "", "/en/cart");
  const gone: string[] = [];
  const navigate = (to: string | URL) => void gone.push(String(to));
  const follow = (to: string) => navigateWithTransition(navigate, to, { href: to } as object);
  follow("/en/cart?b=2");
  expect(gone).toEqual(["/en/cart?b=2"]);
  const prepared = vi.spyOn(routes.forgotPassword, "prepare");
  prepared.mockReturnValue(new Promise(() => {}));
  for (const count of [1, 2]) follow(`/en/forgot-password?a=${count}`);
  expect(prepared).toHaveBeenCalledWith("/en/forgot-password");
  await vi.advanceTimersByTimeAsync(399);
  expect(gone).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(gone.slice(1)).toEqual(["/en/forgot-password?a=2"]);
  prepared.mockRestore();
});

test("a screen whose file is missing is loaded anew once for a version, and only with a connection", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  history.replaceState({ other: 1 }, "");
  expect(mayReload(), "nothing is missing").toBe(false);
  window.dispatchEvent(new Event("vite:preloadError"));
  expect(mayReload()).toBe(true);
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(mayReload(), "without a connection there is nothing to load").toBe(false);
  onLine.mockRestore();
  reload();
  expect(loads).toEqual(["reload"]);
  expect(mayReload(), "not twice for one version").toBe(false);
  expect(history.state.other).toBe(1);
});

test("a screen whose file is gone is loaded anew instead of shown as failed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Broken = () => {
    throw new Error("its file is gone");
  };
  history.replaceState(null, "");
  window.dispatchEvent(new Event("vite:preloadError"));
  const broken = (
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>
  );
  await open.show(broken, "/en/orders");
  await until(() => expect(loads).toEqual(["reload"]));
  expect(page.text()).toBe("");
  await page.leave();
  await open.show(broken, "/en/orders");
  history.replaceState({ reloaded: history.state?.reloaded }, "");
  vi.restoreAllMocks();
});

test("a page that is being left is not loaded anew on the way, and who stays after all, for a download, gets it later", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  window.dispatchEvent(new Event("beforeunload"));
  reload();
  vi.advanceTimersByTime(29_000);
  expect(loads).toEqual([]);
  vi.advanceTimersByTime(1_001);
  expect(loads).toEqual(["reload"]);
});

test("a page that was prerendered keeps the focus where it was when the real one takes its place", async () => {
  const links = `<a href="/a">A</a><a href="/b">first B</a><a href="/b">second B</a><p id="part" tabindex="-1">Part</p>`;
  const prerender = () => {
    document.body.innerHTML = `<div id="root" hidden data-shows="/en/login">${links}</div>`;
    document.documentElement.dataset.member = "true";
    return document.getElementById("root")!;
  };
  const app = <div dangerouslySetInnerHTML={{ __html: links }} />;
  let root = prerender();
  root.hidden = false;
  root.querySelectorAll("a")[2]?.focus();
  replacePrerendered(root, app);
  await until(() => expect(root.firstElementChild?.tagName).toBe("DIV"));
  expect(document.activeElement).toBe(root.querySelectorAll("a")[2]);
  expect([root.hidden, "shows" in root.dataset]).toEqual([false, false]);
  expect(document.documentElement.dataset.member).toBeUndefined();

  root = prerender();
  replacePrerendered(root, app);
  root.querySelector("#part")?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  await until(() => expect(root.hidden).toBe(false));
  expect(document.activeElement?.id).toBe("part");
  document.body.innerHTML = "";
});

test("home waits until somebody touches the page, or it has nothing to do; for a member it does not", async () => {
  vi.useFakeTimers();
  let begun = 0;
  const begin = () => void whenTouchedOrIdle().then(() => begun++);
  const after = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return begun;
  };
  begin();
  expect(await after(0)).toBe(0);
  document.dispatchEvent(new Event("keydown"));
  expect(await after(0), "touched").toBe(1);
  begin();
  expect([await after(199), await after(1)], "idle").toEqual([1, 2]);
  signInHere();
  begin();
  expect(await after(0), "a member").toBe(3);
});

function worker() {
  const posted: unknown[] = [];
  const registered: string[] = [];
  const active = { postMessage: (files: unknown) => posted.push(files) };
  const container = {
    controller: active,
    ready: Promise.resolve({ active }),
    register: (address: string) => Promise.resolve(registered.push(address)),
  };
  return { posted, registered, container: container as unknown as ServiceWorkerContainer };
}

test("what the page has loaded is kept for when there is no connection", async () => {
  const { container, posted, registered } = worker();
  document.head.innerHTML =
    '<link rel="stylesheet" href="/assets/base.css"><link rel="icon" href="/i.svg">';
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { name: "http://shop.test/assets/app.js?x" } as PerformanceEntry,
  ]);
  await keepOffline(container, "/assets/main-1.js");
  expect(registered).toEqual([
    "/service-worker.js?version=%2Fassets%2Fmain-1.js&languages=zh%2Cen%2Cja",
  ]);
  expect(posted).toEqual([["/assets/base.css"], ["/assets/app.js", "/assets/base.css"]]);
  expect(performance.getEntriesByType).toHaveBeenCalledWith("resource");
  document.head.innerHTML = "";
  vi.restoreAllMocks();
});

test("the scripts of a prerendered page start once it is painted, one after another, and once", async () => {
  let paint = () => {};
  const observe = vi.fn();
  vi.stubGlobal("PerformanceObserver", function (tell: () => void) {
    paint = tell;
    return { observe };
  });
  vi.useFakeTimers();
  const script = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const began: (string | number)[] = [];
  Object.assign(globalThis, { began });
  const links = [
    "began.push(document.head.children.length)",
    "throw new Error('lost')",
    "began.push('two')",
  ].map((code) => `<link rel="modulepreload" href="${script(code)}">`);
  document.body.innerHTML = `<template id="scripts">${links.join("")}</template>`;
  const started = vi.fn();
  window.addEventListener("scriptsstarted", started);
  await vi.importActual("../../web/first-paint.ts");
  expect(observe).toHaveBeenCalledWith({ type: "paint", buffered: true });
  expect(document.head.querySelectorAll("link")).toHaveLength(0);
  paint();
  paint();
  await vi.advanceTimersByTimeAsync(2000);
  await until(() => expect(started).toHaveBeenCalled());
  expect(began, "all three are asked for before the first runs").toEqual([3, "two"]);
  expect(started.mock.calls).toHaveLength(1);
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});

test.each([
  ["usa", "usa"],
  ["moon", "taiwan"],
])("whose browser keeps %s as their location is in %s", async (kept, location) => {
  localStorage.setItem("selectedLocation", kept);
  vi.resetModules();
  const { useLocationChoice } = await import("../../web/stores/location.ts");
  expect(useLocationChoice.getState().location).toBe(location);
});
