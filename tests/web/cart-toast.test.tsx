/** What is said in a corner for a while, with a way to take something back. */
import { flushSync } from "react-dom";
import { beforeEach, expect, test, vi } from "vitest";
import Toasts from "../../web/feedback/Toasts.tsx";
import { showToast } from "../../web/stores/toasts.ts";
import { key } from "../support/quiz-screens.ts";
import { openPages, type ShownPage } from "../support/shown-page.tsx";

const open = openPages();
let page: ShownPage;
let undone: number;
const shown = (
  <main id="main">
    <h1 tabIndex={-1}>Your cart</h1>
    <Toasts />
  </main>
);

beforeEach(async () => {
  undone = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "requestAnimationFrame"] });
  page = await open.show(shown, "/en/cart");
  await wait(20);
});

async function wait(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise((done) => setImmediate(done));
}
const region = () => document.querySelector("[role=status]")!;
const says = () => region().textContent;
async function removed(name: string) {
  const action = { label: "Undo", run: () => void (undone += 1) };
  flushSync(() => void showToast(`${name} was removed`, { takesFocus: true, action }));
  await wait(0);
}
async function blur() {
  flushSync(() => page.button("Undo").blur());
  await wait(0);
}

test("the region is there, empty and polite, before anything is said in it", async () => {
  expect(says()).toBe("");
  await removed("Set 1");
  expect(says()).toContain("Set 1 was removed");
});

test("a toast stays at least eight seconds and then goes by itself", async () => {
  await removed("Set 1");
  await blur();
  await wait(8_000);
  expect(says()).toContain("Set 1 was removed");
  await wait(5_000);
  expect(says()).toBe("");
});

test("the focus goes to undo, and while the keyboard is there the toast waits", async () => {
  await removed("Set 1");
  expect(document.activeElement).toBe(page.button("Undo"));
  await wait(60_000);
  expect(says()).toContain("Set 1 was removed");
  flushSync(() => page.button("Undo").click());
  expect([undone, says()]).toEqual([1, ""]);
});

test("Escape and the close button dismiss it, and the focus goes back to the page's heading", async () => {
  await removed("Set 1");
  key(page.button("Undo"), "Escape");
  await wait(0);
  expect([says(), document.activeElement?.tagName]).toEqual(["", "H1"]);
  await removed("Set 2");
  flushSync(() => page.button("Close").click());
  expect([undone, says()]).toEqual([0, ""]);
});

test("a mouse over it holds it; three at once are enough", async () => {
  await removed("Set 1");
  await blur();
  flushSync(() =>
    region().firstElementChild?.dispatchEvent(new MouseEvent("mouseover", { bubbles: true })),
  );
  await wait(0);
  await wait(60_000);
  expect(region().childElementCount).toBe(1);
  for (const name of ["Set 2", "Set 3", "Set 4"]) await removed(name);
  expect(region().childElementCount).toBe(3);
  expect(says()).not.toContain("Set 1");
});
