import { useEffect } from "react";
import { useAuth } from "../stores/auth.ts";

/**
 * Loads the member's name and the cart, which the menu shows on every screen, unless the screen itself has asked for them. Used
 * around a screen: its own effects run first. Comes after the first screen, outside the first route's script.
 */
export function useMemberFreshness(): void {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const mustChangePassword = useAuth((state) => state.mustChangePassword);
  useEffect(() => {
    if (!isAuthenticated || mustChangePassword) return;
    const timer = window.setTimeout(() => void freshen(), 250);
    return () => window.clearTimeout(timer);
  }, [isAuthenticated, mustChangePassword]);
}

async function freshen(): Promise<void> {
  const [{ api }, { loadMember }, { loadCart }] = await Promise.all([
    import("../api/client.ts"),
    import("../api/member.ts"),
    import("../api/cart.ts"),
  ]);
  // Failures are ignored: the menu keeps its plain label and the cart its copy.
  await Promise.allSettled([
    api.wasAsked("/members/me") ? null : loadMember(),
    api.wasAsked("/cart/") ? null : loadCart(),
  ]);
}
