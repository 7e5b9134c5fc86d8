import { useI18n } from "../../i18n/translate.ts";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./checkout.module.css";
import { focusFirst } from "./use-checkout-form.ts";
import type { CheckoutProblems } from "./validation.ts";

export function ProblemSummary({ problems }: { problems: CheckoutProblems }) {
  const { t } = useI18n();
  const found = Object.entries(problems);
  if (found.length < 2) return null;
  return (
    <Notice tone="danger" title={t("shop.checkout.errors.summary")}>
      <ul className={styles.problems}>
        {found.map(([name, problem]) => (
          <li key={name}>
            <button type="button" onClick={() => focusFirst([name])}>
              {t(`shop.checkout.errors.${problem}`)}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
