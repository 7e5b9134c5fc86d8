import { useEffect, useRef } from "react";
import { setPriceTwd } from "#contract/money";
import { formatMoney, formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { wasNavigated } from "../../layout/navigation.ts";
import { useTitle } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import styles from "./home.module.css";
import { ScentDemo } from "./ScentDemo.tsx";

const steps = ["tell", "smell", "keep"] as const;
const ways = ["individual", "business"] as const;
const questions = ["who", "sample", "time", "return"] as const;

export default function HomePage() {
  const { locale, t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const price = formatMoney(locale, setPriceTwd);
  return (
    <div className={styles.home}>
      <Hero />
      <section className={styles.band} aria-labelledby="steps-title">
        <h2 id="steps-title">{t("shop.home.steps.title")}</h2>
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <li key={step} className={styles.step}>
              <span className={styles.numeral} aria-hidden="true">
                {formatNumber(locale, index + 1)}
              </span>
              <h3>{t(`shop.home.steps.${step}.title`)}</h3>
              <p>{t(`shop.home.steps.${step}.text`, { price })}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={styles.band} aria-labelledby="ways-title">
        <h2 id="ways-title">{t("shop.home.ways.title")}</h2>
        <div className={styles.ways}>
          {ways.map((way) => (
            <article key={way} className={styles.way}>
              <h3>{t(`shop.home.ways.${way}.title`)}</h3>
              <p>{t(`shop.home.ways.${way}.text`)}</p>
            </article>
          ))}
        </div>
        <LinkButton href={isAuthenticated ? paths.fragranceQuiz({ locale }) : paths.register({ locale })}>
          {t(isAuthenticated ? "shop.home.ways.quiz" : "shop.home.ways.register")}
        </LinkButton>
      </section>
      <section className={styles.band} aria-labelledby="faq-title">
        <h2 id="faq-title">{t("shop.home.faq.title")}</h2>
        <div className={styles.faq}>
          {questions.map((question) => (
            <details key={question} name="faq" className={styles.question}>
              <summary>{t(`shop.home.faq.${question}.question`)}</summary>
              <p>{t(`shop.home.faq.${question}.answer`, { price })}</p>
            </details>
          ))}
        </div>
      </section>
      <section className={styles.end} aria-labelledby="end-title">
        <h2 id="end-title">{t("shop.home.end.title")}</h2>
        <LinkButton href={paths.fragranceQuiz({ locale })}>{t("shop.home.start")}</LinkButton>
      </section>
    </div>
  );
}

function Hero() {
  const { locale, t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = t("shop.home.title");
  useTitle(title.replaceAll("\n", ""));
  useEffect(() => {
    if (wasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.hero}>
      <div className={styles.say}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        <p className={styles.lead}>{t("shop.home.lead")}</p>
        <p className={styles.actions}>
          <LinkButton variant="primary" href={paths.fragranceQuiz({ locale })}>
            {t(isAuthenticated ? "shop.home.again" : "shop.home.start")}
          </LinkButton>
          <LinkButton href={isAuthenticated ? paths.orders({ locale }) : paths.login({ locale })}>
            {t(isAuthenticated ? "shop.home.orders" : "shop.home.sign_in")}
          </LinkButton>
        </p>
      </div>
      <ScentDemo />
    </div>
  );
}
