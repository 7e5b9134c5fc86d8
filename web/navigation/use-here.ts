import { useLocation, useSearch } from "wouter";
import { screenOfPath, type ScreenName } from "#contract/screens";

const waysIn: readonly (ScreenName | null)[] = [
  "login",
  "register",
  "forgotPassword",
  "otpVerification",
  "changePassword",
];

/** After signing in nobody wants to be back on one of these. */
export const isOnTheWayIn = (path: string) =>
  waysIn.includes(screenOfPath(path.split("/").slice(2).join("/")));

/** The page to come back to after signing in; on the way in, the one that its screens hold. */
export function useHere(): string | undefined {
  const [path] = useLocation();
  const search = useSearch();
  if (isOnTheWayIn(path)) return new URLSearchParams(search).get("from") ?? undefined;
  return search === "" ? path : `${path}?${search}`;
}
