import { Redirect } from "wouter";
import { t } from "../../i18n/translate.ts";
import { prepareLibrary, useScents } from "../../api/scents.ts";
import { Loading } from "../../feedback/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { useLibraryPage, Wall } from "../../scent/Wall.tsx";
import poster from "../../scent/poster.module.css";

export const prepare = prepareLibrary;

/** Of a note, or of a declared allergen. */
export default function LibraryPage() {
  const read = useScents();
  const page = useLibraryPage();
  if (page === null) return <Redirect to={paths.homeForUnknown()} replace />;
  // Prerendered, a slot stands for its name.
  const name = import.meta.env.SSR ? read.data?.data[0]?.id : page?.name;
  return (
    <Page
      title={name ?? t("common.loading")}
      width="wide"
      className={`${poster.poster} ${poster.library}`}
    >
      <Loading of={read} lines={12} />
      <Wall parts={page?.parts ?? []} />
      <p className="cluster">
        <LinkButton href={paths.profile({ tab: "refusals" })}>{t("shop.refusals.list")}</LinkButton>
        <LinkButton href={paths.house()}>{t("shop.library.all")}</LinkButton>
      </p>
    </Page>
  );
}
