import { useEffect } from "react";
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
  const hasList = isShown && names.length > 1;
  useEffect(() => {
    // The list has pushed the focused field down.
    if (hasList) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [hasList]);
  if (!hasList) return null;
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
