import { useState } from "react";
import { flushSync } from "react-dom";
import { OtpBoxes, emptyCode } from "../../web/pages/otp/OtpBoxes.tsx";
import { openPages, page } from "../support/shown-page.tsx";

const open = openPages();

function Form() {
  const [value, setValue] = useState<readonly string[]>(emptyCode);
  return <OtpBoxes value={value} onChange={setValue} />;
}

beforeEach(() => open.show(<Form />, "/en/otp-verification"));

const numbers = ["1", "2", "3", "4", "5", "6"];
const label = (number: number | string) => `Digit ${number}`;
const numberOf = (box: Element | null) => Number(box?.getAttribute("aria-label")?.slice(-1));
const box = (number: number) => page.field(label(number)) as HTMLInputElement;
const now = () => [
  numbers.map((number) => page.value(label(number))).join(""),
  numberOf(document.activeElement),
];
const press = (number: number, key: string) => page.key(key, {}, box(number));
function paste(number: number, text: string) {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  flushSync(() => box(number).dispatchEvent(event));
}

test("typing fills one box after the other and moves on", async () => {
  box(1).focus();
  for (const number of numbers) await page.type({ [label(number)]: number });
  expect(now()).toEqual(["123456", 6]);
});

test("letters and signs are not taken, full-width digits are, and a digit replaces another", async () => {
  for (const [typed, stands] of [
    ["x", ""],
    ["-", ""],
    ["７", "7"],
    ["79", "9"],
  ] as const) {
    await page.type({ [label(1)]: typed });
    expect(now()[0]).toBe(stands);
  }
  box(1).focus();
  await page.type({ [label(1)]: "9" });
  expect(now(), "also the same digit moves on").toEqual(["9", 2]);
});

test("a code fills all boxes, pasted anywhere or filled into the first by the phone", async () => {
  paste(4, "code: 12-34 56789");
  expect(now()).toEqual(["123456", 6]);
  await page.type({ [label(1)]: "654321" });
  expect(now()[0]).toBe("654321");
  expect(box(1).autocomplete).toBe("one-time-code");
});

test("backspace in an empty box takes the digit before it, and no other key does", () => {
  paste(1, "12");
  box(3).focus();
  const others = [press(3, "Delete"), press(2, "Backspace"), press(1, "Backspace")];
  expect([others, now()]).toEqual([
    [true, true, true],
    ["12", 3],
  ]);
  press(3, "Backspace");
  expect(now()).toEqual(["1", 2]);
  press(2, "Backspace");
  expect([press(1, "Backspace"), now()]).toEqual([true, ["", 1]]);
});
