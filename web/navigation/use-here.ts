import { useLocation, useSearch } from "wouter";
import { screenOfParts, screens, type ScreenName } from "#contract/screens";

/** The screen at an address, whatever id stands in it, in capitals or not. */
export const screenAt = (path: string): ScreenName | undefined =>
  screenOfParts(path.replace(/\/$/, "").toLowerCase().split("/").slice(2));

const waysIn: readonly (ScreenName | undefined)[] = [
  "login",
  "register",
  "forgotPassword",
  "otpVerification",
  "changePassword",
];

export function isMembersOnly(path: string): boolean {
  const name = screenAt(path);
  return name === "checkout" || (name !== undefined && screens[name].guarded);
}

export const useIdInPath = () => useLocation()[0].split("/")[3] ?? "";

/** After signing in nobody wants to be back on one of these. */
export const isOnTheWayIn = (path: string) => waysIn.includes(screenAt(path));

/** The page to come back to after signing in; on the way in, the one that its screens hold. */
export function useHere(): string | undefined {
  const [path] = useLocation();
  const search = useSearch();
  if (isOnTheWayIn(path)) return new URLSearchParams(search).get("from") ?? undefined;
  return search === "" ? path : `${path}?${search}`;
}
