import { lazy, Suspense, type ComponentType } from "react";
import { useLocation, useSearch } from "wouter";
import { t } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { SidePortrait } from "../../scent/ProductPortrait.tsx";
import { paths, type ProfileTab } from "../../paths.ts";
import { SelectField } from "../../ui/TextField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { BasicInfoTab } from "./BasicInfoTab.tsx";
import styles from "./profile.module.css";

/** Loaded on demand: most visits see only the first tab. */
const panels: Record<ProfileTab, ComponentType> = {
  "basic-info": BasicInfoTab,
  password: lazy(() => import("./PasswordTab.tsx")),
  addresses: lazy(() => import("./AddressesTab.tsx")),
  refusals: lazy(() => import("./RefusalsTab.tsx")),
  sessions: lazy(() => import("./SessionsTab.tsx")),
};
const tabIds = Object.keys(panels) as ProfileTab[];

export default function ProfilePage() {
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const tab = tabIds.find((id) => id === query.get("tab")) ?? "basic-info";
  const choose = (id: ProfileTab) => navigate(paths.profile({ tab: id }), { replace: true });
  const tabs = tabIds.map((id) => ({ id, label: t(`auth.profile.tabs.${id}`) }));
  const Panel = panels[tab];
  return (
    <Page
      title={t("auth.profile.title")}
      intro={t("auth.profile.intro")}
      width="wide"
      className={styles.page}
    >
      <SelectField
        className={styles.select}
        name="tab"
        label={t("auth.profile.section")}
        value={tab}
        onChange={(event) => choose(tabIds.find((id) => id === event.target.value) ?? "basic-info")}
        options={tabs.map(({ id, label }) => ({ value: id, label }))}
      />
      <Tabs
        label={t("auth.profile.section")}
        tabs={tabs}
        value={tab}
        onChange={choose}
        className={styles.sections}
        listClassName={styles.tabs}
        isStacked
      >
        <div className={styles.panel}>
          <Suspense fallback={<Skeleton lines={6} label={t("common.loading")} />}>
            <Panel />
          </Suspense>
        </div>
        <div className={styles.portrait} aria-hidden="true">
          <SidePortrait />
        </div>
      </Tabs>
    </Page>
  );
}
