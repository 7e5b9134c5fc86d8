import { useInfoPage } from "../../api/info-pages.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { InfoText } from "../../info/InfoText.tsx";

export default function PrivacyModal({ onClose }: { onClose: () => void }) {
  const { locale, t } = useI18n();
  const { data, error, mutate } = useInfoPage("PrivacyPolicy");
  const content = data?.translations[locale] ?? data?.translations.zh;
  return (
    <Dialog
      isReading
      open
      onClose={onClose}
      title={content?.main_title ?? t("common.footer.pages.PrivacyPolicy")}
      closeLabel={t("common.close")}
    >
      {error ? <FailureNotice error={error} retry={() => void mutate()} /> : null}
      {!content && !error ? <Skeleton lines={8} label={t("common.loading")} /> : null}
      {content?.sections.map((section) => (
        <section key={section.title}>
          <h3>{section.title}</h3>
          <InfoText content={section.content} />
        </section>
      ))}
    </Dialog>
  );
}
