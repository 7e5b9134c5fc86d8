import { formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { classNames } from "../../ui/class-names.ts";
import type { PasswordRules } from "./password-rules.ts";
import styles from "./password.module.css";

export function PasswordChecklist({ id, password, rules }: { id: string; password: string; rules: PasswordRules }) {
  const { locale, t } = useI18n();
  const params = { min: formatNumber(locale, rules.min), max: formatNumber(locale, rules.max), characters: rules.special };
  return (
    <ul id={id} className={styles.rules}>
      {rules.rules.map((rule) => {
        const isMet = rule.isMet(password);
        return (
          <li key={rule.id} className={classNames(styles.rule, isMet && styles.met)}>
            <span aria-hidden="true" className={styles.tick} />
            {t(`auth.password.rules.${rule.id}`, params)}
            <span className="visually-hidden">{isMet ? t("auth.password.rule_met") : t("auth.password.rule_open")}</span>
          </li>
        );
      })}
    </ul>
  );
}
