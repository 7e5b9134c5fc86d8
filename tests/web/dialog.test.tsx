import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { rendersInsideAct } from "../support/react-act.ts";

rendersInsideAct();

let root: Root;
let place: HTMLElement;

// jsdom knows the element but not how to open it: what a browser does to `open` is all that is needed here.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

function Screen({ dismissable }: { dismissable: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Remove
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        dismissable={dismissable}
        title="Remove it?"
        closeLabel="Close"
        actions={<button type="button">Yes</button>}
      >
        <p>It cannot be undone.</p>
      </Dialog>
    </>
  );
}

async function show(dismissable = true) {
  await act(() => root.render(<Screen dismissable={dismissable} />));
  await act(() => {
    opener().focus();
    opener().click();
  });
}
const opener = () => place.querySelector<HTMLButtonElement>("button")!;
const dialog = () => place.querySelector("dialog");

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

test("a dialog is named by its title and starts there", async () => {
  await show();
  const title = document.getElementById(dialog()!.getAttribute("aria-labelledby")!)!;
  expect(title.textContent).toBe("Remove it?");
  expect(document.activeElement).toBe(title);
  expect(dialog()!.open).toBe(true);
});

test("Escape closes it and the focus returns to what opened it", async () => {
  await show();
  await act(() => void dialog()!.dispatchEvent(new Event("cancel", { cancelable: true })));
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test("the close button and a press on the veil close it, a press inside does not", async () => {
  await show();
  await act(() => place.querySelector<HTMLElement>("dialog p")!.click());
  expect(dialog()).not.toBeNull();
  await act(() => dialog()!.click());
  expect(dialog()).toBeNull();
  await show();
  await act(() => place.querySelector<HTMLElement>('[aria-label="Close"]')!.click());
  expect(dialog()).toBeNull();
});

test("a dialog that must be answered has no close button and ignores Escape and the veil", async () => {
  await show(false);
  await act(() => void dialog()!.dispatchEvent(new Event("cancel", { cancelable: true })));
  await act(() => dialog()!.click());
  expect(dialog()).not.toBeNull();
  expect(place.querySelector('[aria-label="Close"]')).toBeNull();
});
