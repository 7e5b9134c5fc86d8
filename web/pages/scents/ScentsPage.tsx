import { useMemo } from "react";
import { useSearch } from "wouter";
import { materialsIn, noteSeparator, scentsByFamily } from "#contract/scent";
import { plural, t } from "../../i18n/translate.ts";
import { prepareScents, useScents } from "../../api/scents.ts";
import { Loading } from "../../feedback/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { ToScents } from "../../navigation/ToScents.tsx";
import { Wall } from "../../scent/Wall.tsx";
import { SidePortrait } from "../../scent/ProductPortrait.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Filters } from "./Filters.tsx";
import { filterOf, findScents } from "./filter.ts";
import styles from "./scents.module.css";

export const prepare = prepareScents;

export default function ScentsPage() {
  const read = useScents();
  const scents = read.data?.data;
  const search = useSearch();
  const filter = useMemo(() => filterOf(search), [search]);
  const found = useMemo(() => findScents(scents ?? [], filter), [scents, filter]);
  const near = found[0] && (scents?.find(({ id }) => id === filter.near)?.name ?? filter.word);
  const parts = near
    ? [{ title: "shop.scents.near" as const, values: { name: near }, scents: found }]
    : scentsByFamily(found);
  const chosen = [
    filter.family && t(`shop.scent.family.${filter.family}`),
    filter.note && materialsIn(scents ?? []).find(({ id }) => id === filter.note)?.name,
    filter.season && t(`shop.scent_page.season.${filter.season}`),
  ].filter(Boolean);
  const isEmpty = scents?.length === 0;
  const because = isEmpty ? "none_yet" : "none";
  const count = scents === undefined || isEmpty || import.meta.env.SSR ? "" : found.length;
  return (
    <Page
      title={chosen.join(noteSeparator) || t("shop.scents.title")}
      intro={<span role="status">{count === "" ? null : plural("shop.scents.count", count)}</span>}
      width="wide"
      className={styles.page}
    >
      <Loading of={read} lines={12} />
      {scents === undefined || isEmpty ? null : <Filters scents={scents} filter={filter} />}
      {scents === undefined || found.length > 0 ? null : (
        <EmptyState
          picture={<SidePortrait />}
          title={t(`shop.scents.${because}.title`)}
          actions={<ToScents />}
        >
          {t(`shop.scents.${because}.text`)}
        </EmptyState>
      )}
      <Wall parts={parts.map((part) => ({ ...part, about: [filter.note ?? ""] }))} />
    </Page>
  );
}
