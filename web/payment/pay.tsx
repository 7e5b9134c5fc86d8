import { useState, useEffect } from "react";
import type { CheckoutAnswer } from "#contract/checkout-body";
import { t } from "../i18n/translate.ts";
import { payOrder } from "../api/order-changes.ts";
import { useWork } from "../feedback/use-work.ts";
import styles from "./pay-securely.module.css";

/** Leads to the cashier for an order that exists already, called by its key or its number. */
export function usePayNow(idOrNumber: string) {
  const [isOnTheWay, setOnTheWay] = useBusyUntilBack();
  const { isBusy, failure, run } = useWork();
  const pay = async () => {
    // The cashier refuses a trade number that it has seen, so every press is a new attempt.
    goToCashier(await payOrder(idOrNumber, crypto.randomUUID()));
    setOnTheWay(true);
  };
  return { isBusy: isBusy || isOnTheWay, failure, pay: () => void run(pay) };
}

export function useBusyUntilBack() {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, []);
  return [isBusy, setBusy] as const;
}

export function goToCashier(answer: CheckoutAnswer): boolean {
  const { payment_redirect_url: redirect, payment_url: url, ecpay_form_data: fields } = answer;
  if (redirect !== undefined) location.assign(redirect);
  else if (url && Object.keys(fields).length > 0) post(url, fields);
  else return false;
  return true;
}

function post(url: string, fields: Record<string, string>): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: url, hidden: true });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
}

export function PaySecurely() {
  return (
    <p className={`soft ${styles.secure}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true" className={styles.lock}>
        <path d="M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5" />
      </svg>
      {t("shop.checkout.secure")}
    </p>
  );
}
