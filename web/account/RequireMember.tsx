import type { ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { paths } from "../paths.ts";
import { useAuth } from "../stores/auth.ts";

export function RequireMember({ children }: { children: ReactNode }) {
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
      <Redirect to={paths.login({ from: search === "" ? path : `${path}?${search}` })} replace />
    );
  if (mustChangePassword) return <Redirect to={paths.changePassword({ force: true })} replace />;
  return children;
}
