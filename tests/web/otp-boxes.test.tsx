import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OtpBoxes } from "../../web/pages/otp/OtpBoxes.tsx";
import { emptyCode } from "../../web/pages/otp/use-digit-boxes.ts";
import { rendersInsideAct } from "../support/react-act.ts";

rendersInsideAct();

let root: Root;
let place: HTMLElement;

function Form() {
  const [value, setValue] = useState<readonly string[]>(emptyCode);
  return (
    <OtpBoxes
      legend="Code"
      boxLabel={(number) => `Digit ${number}`}
      value={value}
      onChange={setValue}
    />
  );
}

beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
  await act(() => root.render(<Form />));
});
afterEach(async () => {
  await act(() => root.unmount());
  place.remove();
});

const box = (number: number) =>
  place.querySelector<HTMLInputElement>(`[aria-label="Digit ${number}"]`)!;
const code = () => [1, 2, 3, 4, 5, 6].map((number) => box(number).value);
const focused = () => document.activeElement?.getAttribute("aria-label");

async function type(number: number, text: string) {
  await act(() => {
    const input = box(number);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
async function press(number: number, key: string) {
  await act(
    () =>
      void box(number).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      ),
  );
}
async function paste(number: number, text: string) {
  const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => text },
  });
  await act(() => void box(number).dispatchEvent(event));
}

test("typing fills one box after the other and moves on", async () => {
  box(1).focus();
  for (let number = 1; number <= 6; number++) await type(number, String(number));
  expect(code().join("")).toBe("123456");
  expect(focused()).toBe("Digit 6");
});

test("letters and signs are not taken, full-width digits are", async () => {
  await type(1, "x");
  await type(1, "-");
  expect(code().join("")).toBe("");
  await type(1, "７");
  expect(code().join("")).toBe("7");
});

test("a digit typed into a full box replaces it", async () => {
  await type(1, "1");
  await type(1, "19");
  expect(code()[0]).toBe("9");
});

test("the same digit typed over itself moves on like any other", async () => {
  await type(1, "9");
  box(1).focus();
  await type(1, "9");
  expect(code()[0]).toBe("9");
  expect(focused()).toBe("Digit 2");
});

test("a pasted code fills all six boxes wherever it is pasted, and its first six digits count", async () => {
  await paste(4, "code: 12-34 56789");
  expect(code().join("")).toBe("123456");
  expect(focused()).toBe("Digit 6");
});

test("a code that the phone fills into the first box spreads over all of them", async () => {
  await type(1, "654321");
  expect(code().join("")).toBe("654321");
  expect(box(1).autocomplete).toBe("one-time-code");
});

test("backspace in an empty box takes the digit before it", async () => {
  await paste(1, "12");
  box(3).focus();
  await press(3, "Backspace");
  expect(code().join("")).toBe("1");
  expect(focused()).toBe("Digit 2");
});

test("arrows, Home and End walk between the boxes and stop at the ends", async () => {
  box(1).focus();
  await press(1, "ArrowRight");
  expect(focused()).toBe("Digit 2");
  await press(2, "ArrowLeft");
  await press(1, "ArrowLeft");
  expect(focused()).toBe("Digit 1");
  await press(1, "End");
  expect(focused()).toBe("Digit 6");
});

test("somebody on a phone is offered the next box, and at the last one that they are done", () => {
  expect([1, 2, 3, 4, 5, 6].map((number) => box(number).getAttribute("enterkeyhint"))).toEqual([
    ...Array<string>(5).fill("next"),
    "done",
  ]);
});
