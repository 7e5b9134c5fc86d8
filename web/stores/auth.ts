import { create } from "zustand";
import { combine, createJSONStorage, persist } from "zustand/middleware";
import type { Member } from "#contract/member";
import { storage, storageKeys } from "./storage.ts";

/** Fired on window by the client of the API, for each request that a refused refresh fails. */
export const tokenExpiredEvent = "auth:token-expired";
/** Its detail: whether the request changes something, and was sent with a member's token. */
export interface ExpiredRequest {
  isDoing: boolean;
  isMembers: boolean;
}

/** The client knows no other role; what a member may do is the server's to decide. */
const memberRole = "user";

type KnownMember = Pick<Member, "id" | "email" | "full_name" | "is_business">;

const nobody = {
  isAuthenticated: false,
  member: null as (KnownMember & { role: typeof memberRole }) | null,
  tempToken: null as string | null,
  pendingEmail: null as string | null,
  requiresOtp: false,
  /** Whose code is owed: mailed by the shop, or of the member's own app. */
  otpBy: "mail" as "mail" | "app",
  /** Epoch milliseconds. Kept, so that a reload neither sends again nor shortens the wait. */
  otpSentAt: null as number | null,
  /** ISO instant. */
  otpExpiresAt: null as string | null,
  mustChangePassword: false,
};

/** `isLeaving`: signing out; late refusals lead nowhere else until the sign-in is open. Not stored. */
export const useAuth = create(
  persist(
    combine({ ...nobody, isLeaving: false }, (set, get) => ({
      signedIn({ accessToken, ...facts }: { accessToken: string; mustChangePassword: boolean }) {
        storage.setItem(storageKeys.accessToken, accessToken);
        set({ ...nobody, isAuthenticated: true, ...facts });
      },
      needsOtp(facts: { tempToken: string; email: string; by: "mail" | "app" }) {
        const { tempToken, email, by } = facts;
        storage.removeItem(storageKeys.accessToken);
        set({ ...nobody, tempToken, pendingEmail: email, requiresOtp: true, otpBy: by });
      },
      otpSent: (at: number, expiresAt = get().otpExpiresAt) =>
        set({ otpSentAt: at, otpExpiresAt: expiresAt }),
      memberKnown: ({ id, email, full_name, is_business }: KnownMember) =>
        set({ member: { id, email, full_name, is_business, role: memberRole } }),
      passwordChangeRequired: () => set({ mustChangePassword: true }),
      passwordChanged: () => set({ mustChangePassword: false }),
      signOut() {
        storage.removeItem(storageKeys.accessToken);
        set(nobody);
      },
    })),
    {
      name: storageKeys.auth,
      storage: createJSONStorage(() => storage),
      // JSON keeps nothing of functions, nor of what is undefined.
      partialize: (state) => ({ ...state, isLeaving: undefined }),
    },
  ),
);

/** At start. @returns whether there is a flag without a token, which is a logout. */
export function hasLostToken(): boolean {
  const { isAuthenticated, signOut } = useAuth.getState();
  const hasToken = storage.getItem(storageKeys.accessToken) !== null;
  if (!isAuthenticated && hasToken) storage.removeItem(storageKeys.accessToken);
  if (isAuthenticated && !hasToken) signOut();
  return isAuthenticated && !hasToken;
}
