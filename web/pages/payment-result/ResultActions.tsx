import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import styles from "./payment-result.module.css";

type Way = "orders" | "quiz" | "retry" | "home";
const variants = ["primary", "secondary", "quiet"] as const;

export function ResultActions({ ways }: { ways: readonly Way[] }) {
  const { locale, t } = useI18n();
  const links: Record<Way, { href: string; label: string }> = {
    orders: { href: paths.orders({ locale }), label: t("shop.payment.view_orders") },
    quiz: { href: paths.fragranceQuiz({ locale }), label: t("shop.cart.continue") },
    retry: { href: paths.fragranceQuiz({ locale }), label: t("shop.payment.retry") },
    home: { href: paths.home({ locale }), label: t("shop.payment.home") },
  };
  return (
    <>
      <div className={styles.actions}>
        {ways.map((way, index) => (
          <LinkButton key={way} variant={variants[index] ?? "quiet"} href={links[way].href}>
            {links[way].label}
          </LinkButton>
        ))}
      </div>
      <p className={styles.help}>{t("shop.payment.help")}</p>
    </>
  );
}
