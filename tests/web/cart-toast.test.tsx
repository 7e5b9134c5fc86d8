import { readFileSync } from "node:fs";
import { act, StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addMessages } from "../../web/i18n/messages.ts";
import { LocaleContext } from "../../web/i18n/translate.ts";
import Toasts from "../../web/feedback/Toasts.tsx";
import { dismissToast, showToast, useToasts } from "../../web/stores/toasts.ts";
import { rendersInsideAct } from "../support/react-act.ts";

rendersInsideAct();

let root: Root;
let undone: number;

beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.useFakeTimers();
  undone = 0;
  addMessages(
    "en",
    "common",
    JSON.parse(readFileSync("worker/content/locales/en/common.json", "utf8")),
  );
  const main = document.body.appendChild(document.createElement("main"));
  main.id = "main";
  main.innerHTML = '<h1 tabindex="-1">Your cart</h1>';
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root.render(
      <StrictMode>
        <LocaleContext value="en">
          <Toasts />
        </LocaleContext>
      </StrictMode>,
    ),
  );
  await wait(20);
});
afterEach(async () => {
  await act(async () => root.unmount());
  for (const { id } of useToasts.getState().toasts) dismissToast(id);
  document.body.replaceChildren();
  vi.useRealTimers();
});

const wait = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));
const region = () => document.querySelector("[role=status]")!;
const button = (name: string) =>
  [...region().querySelectorAll("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
  )!;
const removed = (name: string) =>
  act(
    async () =>
      void showToast(`${name} was removed`, {
        takesFocus: true,
        action: { label: "Undo", run: () => (undone += 1) },
      }),
  );

test("the region is there, empty and polite, before anything is said in it", async () => {
  expect(region().textContent).toBe("");
  await removed("Set 1");
  expect(region().textContent).toContain("Set 1 was removed");
});

test("a toast stays at least eight seconds and then goes by itself", async () => {
  await removed("Set 1");
  await act(async () => button("Undo").blur());
  await wait(8_000);
  expect(region().textContent).toContain("Set 1 was removed");
  await wait(5_000);
  expect(region().textContent).toBe("");
});

test("the focus goes to undo, and while the keyboard is there the toast waits", async () => {
  await removed("Set 1");
  expect(document.activeElement).toBe(button("Undo"));
  await wait(60_000);
  expect(region().textContent).toContain("Set 1 was removed");
  await act(async () => button("Undo").click());
  expect(undone).toBe(1);
  expect(region().textContent).toBe("");
});

test("Escape and the close button dismiss it, and the focus goes back to the page's heading", async () => {
  await removed("Set 1");
  await act(
    async () =>
      void button("Undo").dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", bubbles: true }),
      ),
  );
  expect(region().textContent).toBe("");
  expect(document.activeElement?.tagName).toBe("H1");
  await removed("Set 2");
  await act(async () => button("Close").click());
  expect(region().textContent).toBe("");
  expect(undone).toBe(0);
});

test("a mouse over it holds it; three at once are enough", async () => {
  await removed("Set 1");
  await act(async () => button("Undo").blur());
  const toast = region().firstElementChild!;
  await act(async () => void toast.dispatchEvent(new MouseEvent("mouseover", { bubbles: true })));
  await wait(60_000);
  expect(region().childElementCount).toBe(1);
  for (const name of ["Set 2", "Set 3", "Set 4"]) await removed(name);
  expect(region().childElementCount).toBe(3);
  expect(region().textContent).not.toContain("Set 1");
});
