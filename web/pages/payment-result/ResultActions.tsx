import type { ReactNode } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { LinkedText } from "../../info/LinkedText.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import styles from "./payment-result.module.css";

/** `shop`: where one can go on buying after this order. */
type Way = "orders" | "shop" | "retry" | "home";
const variants = ["primary", "secondary", "quiet"] as const;

interface ResultActionsProps {
  ways: readonly Way[];
  /** The primary button, in front of the links. */
  first?: ReactNode;
  /** Until a sample order is delivered the quiz is closed; then shopping goes on at home. */
  isQuizOpen?: boolean;
  children?: ReactNode;
}

export function ResultActions({ ways, first, isQuizOpen = false, children }: ResultActionsProps) {
  const { locale, t } = useI18n();
  const quiz = paths.fragranceQuiz({ locale });
  const home = paths.home({ locale });
  const links: Record<Way, { href: string; label: string }> = {
    orders: { href: paths.orders({ locale }), label: t("shop.payment.view_orders") },
    shop: { href: isQuizOpen ? quiz : home, label: t("shop.cart.continue") },
    retry: { href: quiz, label: t("shop.payment.retry") },
    home: { href: home, label: t("shop.payment.home") },
  };
  const variantOf = (index: number) => variants[first ? index + 1 : index] ?? "quiet";
  return (
    <>
      <div className={styles.actions}>
        {first}
        {ways.map((way, index) => (
          <LinkButton key={way} variant={variantOf(index)} href={links[way].href}>
            {links[way].label}
          </LinkButton>
        ))}
      </div>
      {children}
      <p className={styles.help}>
        <LinkedText text={t("shop.payment.help")} />
      </p>
    </>
  );
}
