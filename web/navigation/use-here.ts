import { useLocation, useSearch } from "wouter";
import { screenOfPath, type ScreenName } from "#contract/screens";

/** After signing in nobody wants to be back on one of these. */
const onTheWayIn: readonly (ScreenName | null)[] = [
  "login",
  "register",
  "forgotPassword",
  "otpVerification",
  "changePassword",
];

/** The page to come back to after signing in; on the way in, the one that its screens hold. */
export function useHere(): string | undefined {
  const [path] = useLocation();
  const search = useSearch();
  const screen = screenOfPath(path.split("/").slice(2).join("/"));
  if (onTheWayIn.includes(screen)) return new URLSearchParams(search).get("from") ?? undefined;
  return search === "" ? path : `${path}?${search}`;
}
