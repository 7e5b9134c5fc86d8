import { useEffect } from "react";
import { useAuth } from "../stores/auth.ts";

/** After the first screen: the member's name for the menu and the server's cart for the count, apart from the first route's script. */
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
  const [{ loadMember }, { loadCart }] = await Promise.all([import("../api/member.ts"), import("../api/cart.ts")]);
  // Either may fail without a word here: the menu keeps its plain label, the cart its copy, and the screens that need them say so.
  await Promise.allSettled([loadMember(), loadCart()]);
}
