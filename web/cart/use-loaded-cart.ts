import { useEffect, useState } from "react";
import { loadCart } from "../api/cart.ts";
import { useAuth } from "../stores/auth.ts";

export function useLoadedCart() {
  const [failure, setFailure] = useState<unknown>(null);
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const load = () => {
    setFailure(null);
    loadCart().catch(setFailure);
  };
  // Again when a session ends here: the cart is then a visitor's.
  useEffect(load, [isAuthenticated]);
  return { failure, setFailure, load };
}
