import CheckoutPage from "../../web/pages/checkout/CheckoutPage.tsx";
import { presentDraft, useQuiz } from "../../web/pages/quiz/quiz-store.ts";
import { forgetDraft } from "../../web/payment/checkout-draft.ts";
import { signOutAllTabs } from "../../web/session/clear-session.ts";
import { unlessRefused } from "../../web/stores/storage.ts";
import { signInHere } from "../support/buying.ts";
import { entry } from "../support/quiz-screens.ts";
import { openPages, page } from "../support/shown-page.tsx";
import { wholeShop } from "../support/whole-shop.ts";

// As in a private window with cookies blocked: before the page's first script, and for as long as it is open.
vi.hoisted(() => {
  for (const kind of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, kind, {
      configurable: true,
      get: () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
});

const open = openPages();
beforeEach(() => open.stage(wholeShop));

test("a shopper whose browser keeps nothing checks out, finds what was typed, and begins anew after the payment", async () => {
  const warned = vi.spyOn(console, "warn");
  signInHere();
  const note = async () => {
    await open.show(<CheckoutPage />, "/en/checkout");
    await page.shows("Confirm order");
    return page.value("customer_note");
  };
  expect(await note()).toBe("");
  await page.type({ customer_note: "Ring twice" });
  await page.leave();
  expect(await note()).toBe("Ring twice");
  await page.leave();
  forgetDraft();
  expect(await note()).toBe("");
  expect(warned).not.toHaveBeenCalled();
});

test("a member whose browser keeps nothing takes the quiz, and leaves no word behind", () => {
  useQuiz.getState().begin("mei||", entry);
  useQuiz.getState().dispatch({ type: "descriptionWritten", text: "the sea" });
  expect(presentDraft()?.quiz.description).toBe("the sea");
  signOutAllTabs();
  expect(presentDraft()).toBeNull();
});

test("a fault of ours is not taken for a browser's refusal", () => {
  const fault = () => {
    throw new TypeError("ours");
  };
  expect(() => unlessRefused(fault)).toThrow("ours");
});
