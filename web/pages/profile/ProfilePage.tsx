import { useSearchParams } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import type { ProfileTab } from "../../paths.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AddressesTab } from "./AddressesTab.tsx";
import { BasicInfoTab } from "./BasicInfoTab.tsx";
import { PasswordTab } from "./PasswordTab.tsx";
import { SessionsTab } from "./SessionsTab.tsx";
import styles from "./profile.module.css";

const tabIds: readonly ProfileTab[] = ["basic-info", "password", "addresses", "sessions"];
const panels: Record<ProfileTab, () => React.ReactNode> = {
  "basic-info": BasicInfoTab,
  password: PasswordTab,
  addresses: AddressesTab,
  sessions: SessionsTab,
};

export default function ProfilePage() {
  const { t } = useI18n();
  const [query, setQuery] = useSearchParams();
  const tab = tabIds.find((id) => id === query.get("tab")) ?? "basic-info";
  const choose = (id: ProfileTab) => setQuery({ tab: id }, { replace: true });
  const tabs = tabIds.map((id) => ({ id, label: t(`auth.profile.tabs.${id}`) }));
  const Panel = panels[tab];
  return (
    <Page title={t("auth.profile.title")} intro={t("auth.profile.intro")}>
      {/* A phone has no room for a row of tabs. */}
      <SelectField
        className={styles.select}
        name="tab"
        label={t("auth.profile.section")}
        value={tab}
        onChange={(event) => choose(tabIds.find((id) => id === event.target.value) ?? "basic-info")}
        options={tabs.map(({ id, label }) => ({ value: id, label }))}
      />
      <Tabs label={t("auth.profile.section")} tabs={tabs} value={tab} onChange={choose} listClassName={styles.tabs}>
        <div className={styles.panel}>
          <Panel />
        </div>
      </Tabs>
    </Page>
  );
}
