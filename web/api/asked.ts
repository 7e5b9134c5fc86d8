import { useAuth } from "../stores/auth.ts";

/** What was asked for whoever is here, so that it is not asked again as soon as their screen is shown. */
const asked = new Set<"cart" | "member">();
useAuth.subscribe(({ isAuthenticated }, before) => {
  if (isAuthenticated !== before.isAuthenticated) asked.clear();
});

export function noteAsked(what: "cart" | "member"): void {
  asked.add(what);
}

export function wasAsked(what: "cart" | "member"): boolean {
  return asked.has(what);
}
