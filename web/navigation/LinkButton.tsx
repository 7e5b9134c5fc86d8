import type { AnchorHTMLAttributes } from "react";
import { Link } from "wouter";
import { buttonClass, type ButtonVariant } from "../ui/Button.tsx";

export interface LinkButtonProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  href: string;
  variant?: ButtonVariant;
}

export function LinkButton({ href, variant = "secondary", className, ...rest }: LinkButtonProps) {
  return <Link {...rest} href={href} className={buttonClass(variant, className)} />;
}
