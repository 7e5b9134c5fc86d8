import { useState } from "react";
import { flushSync } from "react-dom";
import type { PurchaseWay } from "#contract/pricing";
import { QuantityStepper } from "../../web/purchase/QuantityStepper.tsx";
import { openPages, page } from "../support/shown-page.tsx";

const open = openPages();

function Screen({ way, start }: { way: PurchaseWay; start: number }) {
  const [value, setValue] = useState(start);
  return <QuantityStepper kind="finished_bottle" way={way} quantity={value} onChange={setValue} />;
}
async function show(way: PurchaseWay = "page", start = 100) {
  await open.show(<Screen way={way} start={start} />, "/en/cart");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
}
const quantity = () => Number(page.value("Quantity"));
const press = (name: string, button = 0) =>
  flushSync(() =>
    page.button(name).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button })),
  );
/** A browser lets a click follow the release. */
function release(name: string) {
  page.button(name).dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  flushSync(() => page.button(name).click());
}
/** In slices, as a browser draws between two repeats. */
async function wait(ms: number) {
  for (let left = ms; left > 0; left -= 50) {
    await vi.advanceTimersByTimeAsync(Math.min(50, left));
    await new Promise((drawn) => setImmediate(drawn));
  }
}

test("a click is one step, and a held button goes on every 150 ms until it is let go", async () => {
  await show();
  press("More");
  await wait(80);
  release("More");
  expect(quantity()).toBe(200);

  press("More");
  await wait(400);
  expect(quantity(), "held for a while it begins").toBe(300);
  for (const expected of [400, 500, 600]) {
    await wait(149);
    expect(quantity()).toBe(expected - 100);
    await wait(1);
    expect(quantity()).toBe(expected);
  }
  release("More");
  await wait(2_000);
  expect(quantity(), "the click that ends it is no further step").toBe(600);
});

test("a held minus stops at the least for good, though a disabled button hears no release", async () => {
  await show("page", 300);
  press("Fewer");
  await wait(5_000);
  expect([quantity(), page.button("Fewer").disabled]).toEqual([100, true]);
  flushSync(() => page.button("More").click());
  await wait(5_000);
  expect(quantity(), "the plus is not undone by the old minus").toBe(200);
});

test.each([
  ["page", 200],
  ["modal", 150],
] as const)("on the %s, 150 becomes %i when the field is left", async (way, becomes) => {
  await show(way);
  page.field("Quantity").focus();
  await page.type({ Quantity: "150" });
  flushSync(() => page.field("Quantity").blur());
  expect(quantity()).toBe(becomes);
});
