import { useMemo } from "react";
import { useSearch } from "wouter";
import { type ListedScent, scentsByFamily } from "#contract/scent";
import { plural, t } from "../../i18n/translate.ts";
import { prepareScents, useScents } from "../../api/scents.ts";
import { Loading } from "../../feedback/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Wall } from "../../scent/Wall.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Filters } from "./Filters.tsx";
import { filterOf, findScents } from "./filter.ts";
import styles from "./scents.module.css";

/** @public The map of routes calls it by name. */
export const prepare = prepareScents;

export default function ScentsPage() {
  const read = useScents();
  const scents = read.data?.data;
  return (
    <Page title={t("shop.scents.title")} intro={t("shop.scents.intro")} width="wide">
      <Loading of={read} lines={12} />
      {scents === undefined ? null : scents.length === 0 ? (
        <Nothing because="none_yet" />
      ) : (
        <Library scents={scents} />
      )}
    </Page>
  );
}

function Library({ scents }: { scents: readonly ListedScent[] }) {
  const search = useSearch();
  const filter = useMemo(() => filterOf(search), [search]);
  const found = useMemo(() => findScents(scents, filter), [scents, filter]);
  const near = scents.find(({ id }) => id === filter.near);
  const parts = near
    ? [{ title: "shop.scents.near" as const, values: { name: near.name }, scents: found }]
    : scentsByFamily(found);
  return (
    <div className={`stack ${styles.page}`}>
      <Filters scents={scents} filter={filter}>
        <div className={`cluster ${styles.found}`}>
          <p role="status" className="soft tap">
            {import.meta.env.SSR ? null : plural("shop.scents.count", found.length)}
          </p>
          {search === "" ? null : (
            <LinkButton variant="quiet" href={paths.scents()}>
              {t("shop.scents.clear")}
            </LinkButton>
          )}
        </div>
      </Filters>
      {found.length === 0 ? <Nothing because="none" /> : null}
      <Wall parts={parts.map((part) => ({ ...part, about: [filter.note ?? ""] }))} />
    </div>
  );
}

function Nothing({ because }: { because: "none" | "none_yet" }) {
  return (
    <EmptyState
      title={t(`shop.scents.${because}.title`)}
      actions={
        <LinkButton variant="primary" href={paths.fragranceQuiz()}>
          {t("shop.cart.to_quiz")}
        </LinkButton>
      }
    >
      {t(`shop.scents.${because}.text`)}
    </EmptyState>
  );
}
