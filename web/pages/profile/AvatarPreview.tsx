import { useState } from "react";
import { useI18n } from "../../i18n/translate.ts";
import styles from "./profile.module.css";

/** Sends no referrer to the picture's server. */
export function AvatarPreview({ url }: { url: string }) {
  const { t } = useI18n();
  const [broken, setBroken] = useState<string | null>(null);
  const address = url.trim();
  if (!/^https:\/\/[^\s/]+\/\S+$/.test(address)) return null;
  if (broken === address)
    return <p className={styles.noAvatar}>{t("auth.profile.avatar_broken")}</p>;
  return (
    <img
      className={styles.avatar}
      src={address}
      alt={t("auth.profile.avatar_preview")}
      width={96}
      height={96}
      referrerPolicy="no-referrer"
      onError={() => setBroken(address)}
    />
  );
}
