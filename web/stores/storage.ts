/** Null where the browser refuses access. */
export function unlessRefused<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/**
 * `storage` is shared by all tabs, `tabStorage` belongs to one. Browsers throw where cookies are
 * blocked and when storage is full; then values are kept in memory, as long as the page is open.
 */
function storageOf(kind: "localStorage" | "sessionStorage") {
  // There is no window while prerendering.
  const find = () => (typeof window === "undefined" ? null : window[kind]);
  const refused = new Map<string, string>();
  return {
    getItem(key: string): string | null {
      return refused.get(key) ?? unlessRefused(() => find()?.getItem(key) ?? null);
    },
    setItem(key: string, value: string): void {
      const isKept = unlessRefused(() => {
        const browser = find();
        browser?.setItem(key, value);
        return browser !== null;
      });
      if (isKept) refused.delete(key);
      else refused.set(key, value);
    },
    removeItem(key: string): void {
      refused.delete(key);
      unlessRefused(() => find()?.removeItem(key));
    },
  };
}

export const storage = storageOf("localStorage");
export const tabStorage = storageOf("sessionStorage");

/** Null for what is no JSON, too: something else may have left it. */
export function jsonIn(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const storageKeys = {
  accessToken: "access_token",
  auth: "auth-storage",
  cart: "cart-storage",
  recommendations: "fragrance_recommendations",
  location: "selectedLocation",
  paymentResult: "paymentResult",
  /** Set and removed at once: notifies the other tabs that the member signed out on purpose. */
  signedOut: "signed-out",
} as const;

/** Drafts, separate in each tab. */
export const tabKeys = {
  quiz: "fragrance_quiz",
  result: "fragrance_result",
  /** Picked on home, for the quiz: a name a line. */
  words: "scent-words",
  checkout: "checkout-draft",
  /** What was typed into other forms, by the form. */
  forms: "typed-forms",
  /** Epoch milliseconds; set when the session has run out. */
  draftsEndAt: "drafts-end-at",
} as const;

export function clearTab(): void {
  for (const key of Object.values(tabKeys)) tabStorage.removeItem(key);
}
