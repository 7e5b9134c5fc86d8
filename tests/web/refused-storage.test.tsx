import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import CheckoutPage from "../../web/pages/checkout/CheckoutPage.tsx";
import { forgetDraft } from "../../web/payment/checkout-draft.ts";
import { presentDraft, useQuiz } from "../../web/pages/quiz/quiz-store.ts";
import { unlessRefused } from "../../web/stores/storage.ts";
import { signOutAllTabs } from "../../web/session/clear-session.ts";
import { add } from "../support/carts.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { openShop, page, type OpenShop } from "../support/shown-page.tsx";

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

let open: OpenShop;
let member: NewMember;
const warnings: unknown[][] = [];

beforeAll(async () => {
  open = await openShop();
});
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation((...words) => void warnings.push(words));
  member = await newMember(open.shop);
});
afterEach(async () => {
  await leave();
  signOutAllTabs();
  expect(warnings.splice(0)).toEqual([]);
  vi.restoreAllMocks();
});

const leave = () => page?.leave();
const goToCheckout = async () => {
  await leave();
  await open.show(<CheckoutPage />, "/en/checkout", member);
  await page.shows("Confirm order");
  return page;
};

test("a shopper whose browser keeps nothing checks out, finds what was typed, and begins anew after the payment", async () => {
  await add(member.shopper);
  await (await goToCheckout()).type({ customer_address: "7 Camphor Street" });
  expect((await goToCheckout()).value("customer_address")).toBe("7 Camphor Street");
  await leave();
  // As after a payment.
  forgetDraft();
  expect((await goToCheckout()).value("customer_address")).toBe("");
});

test("a member whose browser keeps nothing takes the quiz, and leaves no word behind", () => {
  const entry = {
    profile: "individual",
    hasTaxId: false,
    history: null,
    descriptionQuestionId: "ideal-scent",
  } as const;
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
