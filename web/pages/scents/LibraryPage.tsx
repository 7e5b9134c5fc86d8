import { useMemo } from "react";
import { Redirect, useLocation } from "wouter";
import { t } from "../../i18n/translate.ts";
import { locale } from "../../i18n/locale.ts";
import { prepareLibrary, useLibrary, useScents } from "../../api/scents.ts";
import { Loading } from "../../feedback/Loading.tsx";
import { Page } from "../../layout/Page.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { Parts } from "../../scent/Parts.tsx";
import tiles from "../../scent/tiles.module.css";
import { classNames } from "../../ui/class-names.ts";

/** @public The map of routes calls it by name. */
export const prepare = prepareLibrary;

/** Of a note, or of a declared allergen. */
export default function LibraryPage() {
  const [address] = useLocation();
  const read = useScents();
  const scents = read.data?.data;
  const library = useLibrary();
  const page = useMemo(
    () => scents && library?.libraryPage(address.split("/").slice(2).join("/"), scents, locale),
    [address, scents, library],
  );
  // Prerendered, slots stand for what it is about; the Worker puts it in.
  if (page === null && !import.meta.env.SSR)
    return <Redirect to={paths.homeForUnknown()} replace />;
  return (
    <Page
      title={(import.meta.env.SSR ? scents?.[0]?.id : page?.name) ?? t("common.loading")}
      intro={t("shop.library.caution")}
      width="wide"
    >
      <Loading of={read} lines={12} />
      <div className={classNames(tiles.tiles, tiles.wall)}>
        {import.meta.env.SSR ? scents?.[0]?.name : <Parts of={page?.parts ?? []} />}
      </div>
      <p className="cluster">
        <LinkButton href={paths.profile({ tab: "refusals" })}>{t("shop.refusals.list")}</LinkButton>
        <LinkButton href={paths.house()}>{t("shop.library.all")}</LinkButton>
      </p>
    </Page>
  );
}
