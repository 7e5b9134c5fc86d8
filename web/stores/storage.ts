/** Local storage, or a memory that lasts as long as the page where the browser refuses storage (blocked cookies throw on access). */
const memory = new Map<string, string>();

function findStorage(kind: "localStorage" | "sessionStorage" = "localStorage"): Storage | null {
  // Pages are drawn ahead where there is no window.
  if (typeof window === "undefined") return null;
  try {
    return window[kind];
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

export const storage = {
  getItem(key: string): string | null {
    const local = findStorage();
    return local ? local.getItem(key) : (memory.get(key) ?? null);
  },
  setItem(key: string, value: string): void {
    try {
      const local = findStorage();
      if (local) return local.setItem(key, value);
    } catch (error) {
      // A full or read-only store (private windows) must not stop a sign-in.
      if (!(error instanceof DOMException)) throw error;
    }
    memory.set(key, value);
  },
  removeItem(key: string): void {
    memory.delete(key);
    findStorage()?.removeItem(key);
  },
};

export const storageKeys = {
  accessToken: "access_token",
  auth: "auth-storage",
  cart: "cart-storage",
  cartKey: "cart-key",
  recommendations: "fragrance_recommendations",
  location: "selectedLocation",
  paymentResult: "paymentResult",
  /** Set and removed at once: tells the other tabs that the member signed out on purpose. */
  left: "left",
} as const;

/** What one tab remembers of what its member wrote, apart from the other tabs. */
export const tabKeys = { quiz: "fragrance_quiz", checkout: "checkout-draft" } as const;

export function forgetTab(): void {
  for (const key of Object.values(tabKeys)) findStorage("sessionStorage")?.removeItem(key);
}

export function findAccessToken(): string | null {
  return storage.getItem(storageKeys.accessToken);
}

export function keepAccessToken(token: string): void {
  storage.setItem(storageKeys.accessToken, token);
}

export function dropAccessToken(): void {
  storage.removeItem(storageKeys.accessToken);
}
