import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { setPriceTwd } from "#contract/money";
import { formatMoney, t } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import styles from "./home.module.css";
import { wasNavigated } from "../../navigation/scroll-to-top.ts";
import set from "../../scent/sample-set.module.css";
import fold from "../../ui/fold.module.css";
import { late } from "../../ui/late.tsx";
import { useNear } from "../../ui/use-near.ts";
import { ScentWords } from "./ScentWords.tsx";
import { notesOf } from "./words.ts";

const questions = ["who", "one", "time", "pay", "abroad", "return"] as const;

export default function HomePage() {
  return (
    <div className={`across ${styles.home}`}>
      <Hero />
      <Band name="steps" title={t("shop.home.steps.title")}>
        <Steps />
        <LinkButton href={paths.house()}>{t("shop.house.how")}</LinkButton>
      </Band>
      <Band name="keepsakes" title={t("shop.home.keepsakes.title")}>
        <Offers />
      </Band>
      <div className={styles.answers}>
        <Band name="ways" title={t("shop.home.ways.title")}>
          <Ways />
        </Band>
        <Band name="faq" title={t("shop.home.faq.title")}>
          <Questions />
        </Band>
      </div>
      <section className={`spread ${styles.end}`} aria-labelledby="end-title">
        <h2 id="end-title" className="greater">
          {t("shop.home.end.title")}
        </h2>
        <LinkButton variant="primary" href={paths.fragranceQuiz()}>
          {t("shop.home.start")}
        </LinkButton>
      </section>
    </div>
  );
}

function Band({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.band} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      {children}
    </section>
  );
}

function Ways() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  return (
    <div className={styles.ways}>
      <article className={styles.way}>
        <h3>{t("shop.home.ways.individual.title")}</h3>
        <p>{t("shop.home.ways.individual.text")}</p>
        <LinkButton
          className="personal"
          href={isAuthenticated ? paths.fragranceQuiz() : paths.register()}
        >
          {t(isAuthenticated ? "shop.home.ways.quiz" : "shop.home.ways.register")}
        </LinkButton>
      </article>
      <article className={styles.way}>
        <h3>{t("shop.home.ways.business.title")}</h3>
        <p>{t("shop.home.ways.business.text")}</p>
        <LinkButton href={paths.info({ context: "ContactTheBrandConsultant" })}>
          {t("shop.home.ways.consult")}
        </LinkButton>
      </article>
    </div>
  );
}

function Questions() {
  const price = formatMoney(setPriceTwd);
  return (
    <div className={styles.faq}>
      {questions.map((question) => (
        <details key={question} name="faq" className={`${fold.fold} ${styles.question}`}>
          <summary className="spread">{t(`shop.home.faq.${question}.question`)}</summary>
          <p>{t(`shop.home.faq.${question}.answer`, { price })}</p>
        </details>
      ))}
    </div>
  );
}

function Hero() {
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
        <p className={`personal ${styles.actions}`}>
          <LinkButton variant="primary" href={paths.fragranceQuiz()}>
            {t(isAuthenticated ? "shop.home.again" : "shop.home.start")}
          </LinkButton>
          <LinkButton href={isAuthenticated ? paths.orders() : paths.scents()}>
            {t(isAuthenticated ? "shop.home.orders" : "common.nav.scents")}
          </LinkButton>
        </p>
      </div>
      <ScentWords />
    </div>
  );
}

const Shelf = late(() => import("./Shelf.tsx"));
let comeNear = () => {};
const near = new Promise<void>((resolve) => {
  comeNear = resolve;
});
if (import.meta.env.SSR) comeNear();
const Samples = late(async () => {
  await near;
  return import("./Samples.tsx");
});
/** Always the same, so that React leaves the prerendered words alone until their script is here. */
const samples = <Samples notesOf={notesOf} />;

function Steps() {
  const [place, isNear] = useNear<HTMLDivElement>();
  useEffect(() => {
    if (isNear) comeNear();
  }, [isNear]);
  return (
    <>
      <article className={set.set}>
        <img src="/house/tell.svg" alt="" width="480" height="360" loading="lazy" />
        <div ref={place}>
          <h3>{t("shop.home.steps.tell.title")}</h3>
          <p>{t("shop.home.steps.tell.text")}</p>
        </div>
      </article>
      {samples}
    </>
  );
}

function Offers() {
  const [place, isNear] = useNear<HTMLDivElement>();
  return (
    <>
      <div ref={place} className={styles.place}>
        {isNear ? <Shelf /> : null}
      </div>
      <LinkButton href={paths.scents()}>{t("common.all_scents")}</LinkButton>
    </>
  );
}
