import { useEffect, useLayoutEffect, useRef } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { wasNavigated } from "../../navigation/scroll-to-top.ts";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./home.module.css";
import { ScentWords } from "./ScentWords.tsx";

export function Hero() {
  const { locale, t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t("common.meta.home.title");
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (wasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);
  // Shows what the first HTML hid from members until the page knew who is there.
  useLayoutEffect(() => {
    delete document.documentElement.dataset.member;
  }, []);
  return (
    <div className={styles.hero}>
      <div className={styles.say}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {t("shop.home.title")}
        </h1>
        <p className={styles.lead}>{t("shop.home.lead")}</p>
        <p className={classNames(styles.actions, styles.personal)}>
          <LinkButton variant="primary" href={paths.fragranceQuiz({ locale })}>
            {t(isAuthenticated ? "shop.home.again" : "shop.home.start")}
          </LinkButton>
          <LinkButton
            href={
              isAuthenticated
                ? paths.orders({ locale })
                : paths.login({ locale, from: paths.home({ locale }) })
            }
          >
            {t(isAuthenticated ? "shop.home.orders" : "shop.home.sign_in")}
          </LinkButton>
        </p>
      </div>
      <ScentWords />
    </div>
  );
}
