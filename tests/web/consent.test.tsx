import { readFileSync } from "node:fs";
import { act, StrictMode, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addMessages } from "../../web/i18n/messages.ts";
import { LocaleContext } from "../../web/i18n/translate.ts";
import { ConsentField } from "../../web/purchase/ConsentField.tsx";
import { rendersInsideAct } from "../support/react-act.ts";

rendersInsideAct();

// jsdom knows the element but not how to open it.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

let root: Root;

function Checkout({ content }: { content: string }) {
  const [isTicked, setTicked] = useState(false);
  return (
    <ConsentField isTicked={isTicked} onChange={setTicked} label="I agree" content={content} />
  );
}

// So that the dialog, which the page loads late, is here at the first click.
beforeAll(() => import("../../web/purchase/ConsentDialog.tsx"));
beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  for (const namespace of ["common", "shop"] as const) {
    addMessages(
      "en",
      namespace,
      JSON.parse(readFileSync(`worker/content/locales/en/${namespace}.json`, "utf8")),
    );
  }
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await show("Before you order\n\nOne.\n\nTwo.");
});

const show = (content: string) =>
  act(async () =>
    root.render(
      <StrictMode>
        <LocaleContext value="en">
          <Checkout content={content} />
        </LocaleContext>
      </StrictMode>,
    ),
  );

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const box = () => document.querySelector<HTMLInputElement>('input[type="checkbox"]')!;
const confirm = () =>
  [...document.querySelectorAll("button")].find(
    (button) => button.textContent === "I have read and agree",
  )!;

/** jsdom lays nothing out, so the notice is as tall as the test says. */
function tall(scrolledTo: number) {
  const notice = document.querySelector<HTMLElement>("dialog [role=region]")!;
  Object.defineProperties(notice, {
    scrollHeight: { value: 900, configurable: true },
    clientHeight: { value: 300, configurable: true },
  });
  notice.scrollTop = scrolledTo;
  return notice;
}

test("ticking the box opens the notice, and only reading it to its end ticks the box; the same text is read once", async () => {
  Object.defineProperty(HTMLElement.prototype, "scrollHeight", { value: 900, configurable: true });
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { value: 300, configurable: true });
  await act(async () => box().click());
  expect(box().checked).toBe(false);
  // The notice's own title is the dialog's, and stands there alone.
  expect(document.querySelector("dialog h2")!.textContent).toBe("Before you order");
  expect(document.querySelector("dialog [role=region]")!.textContent).toBe("One.Two.");
  expect(confirm().disabled).toBe(true);

  await act(async () => void tall(200).dispatchEvent(new Event("scroll", { bubbles: true })));
  expect(confirm().disabled).toBe(true);
  await act(async () => void tall(596).dispatchEvent(new Event("scroll", { bubbles: true })));
  expect(confirm().disabled).toBe(false);

  await act(async () => confirm().click());
  expect(box().checked).toBe(true);
  expect(document.querySelector("dialog")).toBeNull();

  await act(async () => box().click());
  expect(box().checked).toBe(false);
  await act(async () => box().click());
  expect(box().checked, "it is confirmed each time").toBe(false);
  expect(confirm().disabled).toBe(false);
  await act(async () => confirm().click());
  await show("Before you order\n\nThree.");
  await act(async () => box().click());
  await act(async () => box().click());
  expect(confirm().disabled, "another text").toBe(true);
});
