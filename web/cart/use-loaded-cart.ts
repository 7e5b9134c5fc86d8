import { useEffect, useState } from "react";
import { loadCart } from "../api/cart.ts";

export function useLoadedCart() {
  const [failure, setFailure] = useState<unknown>(null);
  const load = () => {
    setFailure(null);
    loadCart().catch(setFailure);
  };
  useEffect(load, []);
  return { failure, setFailure, load };
}
