import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { setPriceTwd } from "#contract/money";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import styles from "./keepsakes.module.css";

const Shelf = lazy(() => import("./Shelf.tsx"));

export function Keepsakes() {
  const { locale, t } = useI18n();
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "600px",
    });
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div className={styles.keepsakes}>
      <div ref={place} className={styles.place}>
        <Suspense>{isNear ? <Shelf /> : null}</Suspense>
      </div>
      <article className={styles.one}>
        <h3>{t("shop.home.keepsakes.sample.title")}</h3>
        <p>{t("shop.home.keepsakes.sample.text", { price: formatMoney(locale, setPriceTwd) })}</p>
      </article>
      <article className={styles.one}>
        <h3>{t("shop.home.keepsakes.bottle.title")}</h3>
        <p>{t("shop.home.keepsakes.bottle.text")}</p>
      </article>
    </div>
  );
}
