import { useAuth } from "./auth.ts";
import { useCart } from "./cart.ts";
import { useRecommendations } from "./recommendations.ts";

/** Forgets everything on this device that belongs to the member. */
export function leave(): void {
  useAuth.getState().signOut();
  useCart.getState().forget();
  useRecommendations.getState().forget();
}
