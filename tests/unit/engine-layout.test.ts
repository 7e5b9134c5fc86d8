import { expect, test } from "vitest";
import {
  differences,
  faultsOf,
  orderDifferences,
  tolerance,
  type Control,
  type Layout,
} from "../engines/layout.ts";

const control = (what: string, left: number, top: number, change: object = {}): Control => ({
  kind: "button",
  what,
  boxes: [{ left, top, right: left + 100, bottom: top + 44 }],
  layer: 0,
  inside: [],
  ...change,
});

const sound: Layout = {
  width: 390,
  scrollWidth: 390,
  landmarks: [
    { what: "header", height: 68 },
    { what: "main", height: 900 },
    { what: "footer", height: 300 },
  ],
  controls: [control("menu", 20, 10), control("pay", 20, 100), control("back", 130, 100)],
  textsOutside: [],
};
const withControls = (...controls: Control[]): Layout => ({ ...sound, controls });

test("a sound screen has no faults, and is like itself", () => {
  expect(faultsOf(sound)).toEqual([]);
  expect(differences(sound, sound)).toEqual([]);
});

test("a screen that scrolls sideways, or text that stands out of it, is a fault", () => {
  expect(faultsOf({ ...sound, scrollWidth: 402 })).toEqual(["scrolls sideways by 12 px"]);
  expect(faultsOf({ ...sound, textsOutside: ['p "long"'] })).toEqual([
    'text outside the window: p "long"',
  ]);
});

test("a control outside of the window is a fault, at either side", () => {
  for (const left of [-5, 300])
    expect(faultsOf(withControls(control("pay", left, 10)))).toEqual(["outside the window: pay"]);
});

test("controls that overlap are a fault, unless one holds or floats over the other", () => {
  const under = control("pay", 20, 100);
  const over = (change: object = {}) => withControls(under, control("back", 60, 120, change));
  expect(faultsOf(over())).toEqual(["overlap: pay and back"]);
  expect(faultsOf(over({ inside: [0] }))).toEqual([]);
  expect(faultsOf(over({ layer: 1 }))).toEqual([]);
  expect(faultsOf(withControls(under, control("back", 119.5, 100)))).toEqual([]);
});

test("a screen where nothing is left to press is a fault, as a dialog without height", () => {
  expect(faultsOf(withControls())).toEqual(["nothing to press is in sight"]);
});

test("landmarks in another order are a difference, in whatever language", () => {
  const turned = { ...sound, landmarks: sound.landmarks.toReversed() };
  const sentence = "landmarks: header, main, footer | footer, main, header";
  expect(orderDifferences(sound, turned)).toEqual([sentence]);
  expect(differences(sound, turned)).toEqual([sentence]);
});

test("another number of controls, or other kinds, are a difference", () => {
  const [menu, pay] = [control("menu", 20, 10), control("pay", 20, 100)];
  expect(differences(withControls(menu, pay), withControls(menu))).toEqual([
    "controls: button, button | button",
  ]);
  expect(differences(withControls(menu), withControls({ ...menu, kind: "a" }))).toEqual([
    "controls: button | a",
  ]);
});

test("heights beyond the tolerance are a difference, within it none", () => {
  const higher = (by: number): Layout => ({
    ...sound,
    landmarks: sound.landmarks.map((one) => ({ ...one, height: one.height + by })),
  });
  expect(differences(sound, higher(tolerance.landmark))).toEqual([]);
  expect(differences(sound, higher(tolerance.landmark + 5))).toEqual([
    "height of header: 68 and 105 px",
    "height of footer: 300 and 337 px",
  ]);
  const tall = withControls(
    control("pay", 20, 10, { boxes: [{ left: 20, top: 10, right: 120, bottom: 80 }] }),
  );
  expect(differences(withControls(control("pay", 20, 10)), tall)).toEqual([
    "height of pay: 44 and 70 px",
  ]);
});
