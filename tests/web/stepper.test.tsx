import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PurchaseWay } from "#contract/pricing";
import { addMessages } from "../../web/i18n/messages.ts";
import { QuantityStepper } from "../../web/purchase/QuantityStepper.tsx";

// Without it React warns at each of these tests.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const units = { finished_bottle: { one: "bottle", other: "bottles" } };
const purchase = { quantity: "Quantity", fewer: "Fewer", more: "More", units };
addMessages("zh", "shop", { purchase });

let root: Root;
let place: HTMLElement;

function Screen({ way, start }: { way: PurchaseWay; start: number }) {
  const [value, setValue] = useState(start);
  return <QuantityStepper kind="finished_bottle" way={way} quantity={value} onChange={setValue} />;
}

beforeEach(() => {
  vi.useFakeTimers();
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
  vi.useRealTimers();
});

const show = (way: PurchaseWay = "page", start = 100) =>
  act(() => root.render(<Screen way={way} start={start} />));
const button = (name: string) =>
  place.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)!;
const field = () => place.querySelector("input")!;
const quantity = () => Number(field().value);
const press = (name: string) =>
  act(() =>
    button(name).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 })),
  );
/** A browser lets a click follow the release. */
const release = (name: string) =>
  act(() => {
    button(name).dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    button(name).click();
  });
/** In slices, as a browser draws between two repeats. */
async function wait(ms: number) {
  for (let left = ms; left > 0; left -= 50)
    await act(() => vi.advanceTimersByTime(Math.min(50, left)));
}
async function type(text: string, leaveBy: "Enter" | "blur" | "ArrowUp" = "Enter") {
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field(), text);
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });
  const left =
    leaveBy === "blur"
      ? new FocusEvent("focusout", { bubbles: true })
      : new KeyboardEvent("keydown", { key: leaveBy, bubbles: true });
  await act(() => field().dispatchEvent(left));
}

test("a click is one step, and a held button goes on every 150 ms until it is let go", async () => {
  await show();
  await press("More");
  await wait(80);
  await release("More");
  expect(quantity()).toBe(200);

  await press("More");
  await wait(400);
  expect(quantity(), "held for a while it begins").toBe(300);
  for (const expected of [400, 500, 600]) {
    await wait(149);
    expect(quantity()).toBe(expected - 100);
    await wait(1);
    expect(quantity()).toBe(expected);
  }
  await release("More");
  await wait(2_000);
  expect(quantity(), "the click that ends it is no further step").toBe(600);
});

test("a held minus stops at the least for good, though a disabled button hears no release", async () => {
  await show("page", 300);
  await press("Fewer");
  await wait(5_000);
  expect([quantity(), button("Fewer").disabled]).toEqual([100, true]);
  await act(() => button("More").click());
  await wait(5_000);
  expect(quantity(), "the plus is not undone by the old minus").toBe(200);
});

test("the other mouse button does nothing", async () => {
  await show();
  await act(() =>
    button("More").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 2 })),
  );
  await wait(2_000);
  expect(quantity()).toBe(100);
});

test.each([
  ["page", "150", 200],
  ["modal", "150", 150],
] as const)("on the %s, %j becomes %i when the field is left", async (way, text, becomes) => {
  await show(way);
  await type(text, "blur");
  expect(quantity()).toBe(becomes);
});

test("arrows go on from what was typed", async () => {
  await show("page", 300);
  await type("500", "ArrowUp");
  expect(quantity()).toBe(600);
  expect(place.textContent).toContain("bottles");
});
