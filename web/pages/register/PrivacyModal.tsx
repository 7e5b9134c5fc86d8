import { fallbackLocale } from "#contract/locales";
import { locale, t } from "../../i18n/translate.ts";
import { useInfoPage } from "../../api/info-pages.ts";
import { Loading } from "../../feedback/FailureNotice.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { InfoText } from "../../info/InfoText.tsx";

export default function PrivacyModal({ onClose }: { onClose: () => void }) {
  const read = useInfoPage("PrivacyPolicy");
  const { data } = read;
  const content = data?.translations[locale] ?? data?.translations[fallbackLocale];
  return (
    <Dialog
      isReading
      onClose={onClose}
      title={content?.main_title ?? t("common.footer.pages.PrivacyPolicy")}
      closeLabel={t("common.close")}
    >
      <Loading of={read} lines={8} />
      {content?.sections.map((section) => (
        <section key={section.title}>
          <h3>{section.title}</h3>
          <InfoText content={section.content} />
        </section>
      ))}
    </Dialog>
  );
}
