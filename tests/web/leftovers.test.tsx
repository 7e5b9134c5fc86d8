import { useQuiz } from "../../web/pages/quiz/quiz-store.ts";
import { newDraft, writeDraft } from "../../web/payment/checkout-draft.ts";
import { clearSession, signOutAllTabs } from "../../web/session/clear-session.ts";
import { keepSession } from "../../web/session/session.ts";
import { useAuth } from "../../web/stores/auth.ts";
import { signInHere } from "../support/buying.ts";
import { entry } from "../support/quiz-screens.ts";

const minutes = (count: number) => count * 60_000;
const kept = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);

/** Once: it listens for as long as the page lasts. */
keepSession();

beforeEach(() => {
  vi.useFakeTimers();
  signInHere();
  useQuiz.getState().begin("mei||", entry);
  useQuiz.getState().dispatch({ type: "descriptionWritten", text: "the linen cupboard" });
  const draft = newDraft("mei");
  writeDraft({ ...draft, form: { ...draft.form, customer_name: "Linen Mei" } });
});
afterEach(() => {
  vi.useRealTimers();
  useQuiz.getState().clear();
  useAuth.getState().signOut();
  sessionStorage.clear();
  localStorage.clear();
});

test("what a member wrote is gone a quarter of an hour after their session ran out (R76, ASVS 14.3.1)", () => {
  clearSession();
  vi.advanceTimersByTime(minutes(14));
  expect(kept()).toMatch(/linen cupboard.*Linen Mei/i);
  vi.advanceTimersByTime(minutes(2));
  expect(kept()).not.toMatch(/linen/i);
  expect(useQuiz.getState().drafts).toEqual({});
});

test("whoever signs in again in time keeps what they wrote (R76)", () => {
  clearSession();
  vi.advanceTimersByTime(minutes(14));
  signInHere();
  vi.advanceTimersByTime(minutes(60));
  expect(kept()).toMatch(/linen cupboard.*Linen Mei/i);
});

test("a tab that is opened again after the quarter of an hour shows nothing of it (R76)", () => {
  clearSession();
  vi.clearAllTimers();
  vi.setSystemTime(Date.now() + minutes(16));
  expect(kept()).toMatch(/linen/i);
  keepSession();
  expect(kept()).not.toMatch(/linen/i);
});

test("a payment's result outlives neither its validity nor the start of a page after it, also a visitor's (R76, ASVS 14.3.1)", () => {
  const result = (expiry: unknown) =>
    JSON.stringify({ data: "x", sig: "y", memberId: null, expiry });
  localStorage.setItem("paymentResult", result(Date.now() + minutes(10)));
  keepSession();
  vi.advanceTimersByTime(minutes(9));
  expect(localStorage.getItem("paymentResult")).not.toBeNull();
  vi.advanceTimersByTime(minutes(2));
  expect(localStorage.getItem("paymentResult")).toBeNull();
  localStorage.setItem("paymentResult", result(Date.now() + minutes(10)));
  clearSession();
  expect(localStorage.getItem("paymentResult"), "for who signs in again").not.toBeNull();
  signOutAllTabs();
  expect(localStorage.getItem("paymentResult")).toBeNull();

  for (const other of [result(Date.now() - 1), result("soon"), "null", "{", "7"]) {
    localStorage.setItem("paymentResult", other);
    keepSession();
    expect(localStorage.getItem("paymentResult"), other).toBeNull();
  }
});
