import type { ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { useI18n } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { useAuth } from "../stores/auth.ts";

export function RequireMember({ children }: { children: ReactNode }) {
  const { locale } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const mustChangePassword = useAuth((state) => state.mustChangePassword);
  const isLeaving = useAuth((state) => state.isLeaving);
  const [path] = useLocation();
  const search = useSearch();
  // Prerendered pages show what a member sees first.
  if (import.meta.env.SSR) return children;
  if (isLeaving) return isAuthenticated ? children : null;
  if (!isAuthenticated)
    return (
      <Redirect
        to={paths.login({ locale, from: search === "" ? path : `${path}?${search}` })}
        replace
      />
    );
  if (mustChangePassword)
    return <Redirect to={paths.changePassword({ locale, force: true })} replace />;
  return children;
}
