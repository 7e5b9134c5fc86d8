import type { FieldErrors } from "react-hook-form";
import { useI18n } from "../../i18n/translate.ts";
import { Notice } from "../../ui/Notice.tsx";
import type { RegistrationDraft } from "./registration-draft.ts";

/** As they follow each other on the page. */
const order = [
  "last_name",
  "first_name",
  "company_name",
  "email",
  "country",
  "country_code",
  "phone",
  "address",
  "tax_id",
  "agreed",
] as const satisfies readonly (keyof RegistrationDraft)[];

/** On top of a long form: what is wrong, each line a way to its field. */
export function ErrorSummary({ errors, isShown }: { errors: FieldErrors<RegistrationDraft>; isShown: boolean }) {
  const { plural, t } = useI18n();
  const names = order.filter((name) => errors[name] !== undefined);
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
