/** The few things that every engine's protocol can do; all else is written once, over these. */
import type { EngineName } from "../../../.scripts/browser.ts";

/** One window with a fresh profile. */
export interface Driver {
  /** Resolves when the document has loaded. */
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page, whose value is a string. */
  evaluate(expression: string): Promise<string>;
  /** Clicks with a real mouse, at a point of the window. */
  clickAt(x: number, y: number): Promise<void>;
  /** Presses the keys of these letters. */
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Uncaught errors and console errors so far. */
  troubles(): string[];
  close(): Promise<void>;
}

export interface Engine {
  name: EngineName;
  open(browserTag: string): Promise<Driver>;
  close(): Promise<void>;
}

/** What WebDriver and WebDriver BiDi both call a click of the left button. */
export function clickActions(x: number, y: number): object {
  return {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  };
}

/** The same for the keys of a text. */
export function keyActions(text: string): object {
  const actions = [...text].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return { type: "key", id: "keyboard", actions };
}
