import type { FieldErrors } from "react-hook-form";
import { useI18n } from "../../i18n/translate.ts";
import { Notice } from "../../ui/Notice.tsx";
import { registrationFields, type RegistrationForm } from "./registration.ts";

export function ErrorSummary({
  errors,
  isShown,
}: {
  errors: FieldErrors<RegistrationForm>;
  isShown: boolean;
}) {
  const { plural, t } = useI18n();
  const names = registrationFields.filter((name) => errors[name] !== undefined);
  if (!isShown || names.length < 2) return null;
  return (
    <Notice tone="danger" title={plural("auth.register.mistakes", names.length)}>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(name)?.focus();
              }}
            >
              {t(`auth.fields.${name}`)}
            </a>
            {t("auth.register.mistake", { text: errors[name]?.message ?? "" })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
