import { useState } from "react";
import { useLocation } from "wouter";
import { addToCart } from "../api/cart.ts";
import { useI18n } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { finishedItem, type FinishedWish } from "./finished-item.ts";

export function usePurchase() {
  const { locale } = useI18n();
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function buy(wish: FinishedWish) {
    setBusy(true);
    setFailure(null);
    try {
      await addToCart(finishedItem(wish));
      navigate(paths.cart({ locale }));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  return { isBusy, failure, buy: (wish: FinishedWish) => void buy(wish) };
}
