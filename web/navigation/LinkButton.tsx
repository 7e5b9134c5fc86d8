import { Link } from "wouter";
import { t } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { buttonClass, type ButtonVariant } from "../ui/Button.tsx";

interface LinkButtonProps extends React.AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  variant?: ButtonVariant;
}

export function LinkButton({ href, variant = "secondary", className, ...rest }: LinkButtonProps) {
  return <Link {...rest} href={href} className={buttonClass(variant, className)} />;
}

export function ConsultantLink() {
  return (
    <LinkButton href={paths.info({ context: "ContactTheBrandConsultant" })}>
      {t("common.footer.pages.ContactTheBrandConsultant")}
    </LinkButton>
  );
}
