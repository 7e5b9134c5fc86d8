import { ErrorSummary } from "../../feedback/ErrorSummary.tsx";
import { useI18n } from "../../i18n/translate.ts";
import { focusFirst } from "./use-checkout-form.ts";
import type { CheckoutProblems } from "./validation.ts";

export function ProblemSummary({ problems }: { problems: CheckoutProblems }) {
  const { t } = useI18n();
  return (
    <ErrorSummary
      title={t("shop.checkout.errors.summary")}
      mistakes={Object.entries(problems).map(([name, problem]) => ({
        name,
        text: t(`shop.checkout.errors.${problem}`),
      }))}
      onChoose={(name) => focusFirst([name])}
    />
  );
}
