import { formatNumber } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import { Notice } from "../ui/Notice.tsx";
import { classNames } from "../ui/class-names.ts";
import type { PasswordRule, PasswordRules } from "./password-rules.ts";
import styles from "./password.module.css";

function useRuleText(): (rule: PasswordRule) => string {
  const { locale, t } = useI18n();
  return ({ id, limits: { min, max, special } }) =>
    t(`auth.password.rules.${id}`, {
      min: formatNumber(locale, min),
      max: formatNumber(locale, max),
      characters: special,
    });
}

export function MissingRules({ rules }: { rules: PasswordRules }) {
  const { t } = useI18n();
  const textOf = useRuleText();
  return (
    <Notice tone="danger" title={t("auth.password.missing")}>
      <ul>
        {rules.rules.map((rule) => (
          <li key={rule.id}>{textOf(rule)}</li>
        ))}
      </ul>
    </Notice>
  );
}

export function PasswordChecklist({
  id,
  password,
  rules,
}: {
  id: string;
  password: string;
  rules: PasswordRules;
}) {
  const { t } = useI18n();
  const textOf = useRuleText();
  return (
    <ul id={id} className={styles.rules}>
      {rules.rules.map((rule) => {
        const isMet = rule.isMet(password);
        return (
          <li key={rule.id} className={classNames(styles.rule, isMet && styles.met)}>
            <span aria-hidden="true" className={styles.tick} />
            {textOf(rule)}
            <span className="visually-hidden">
              {isMet ? t("auth.password.rule_met") : t("auth.password.rule_open")}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
