import type { ReactNode } from "react";
import { Redirect } from "wouter";
import { useHere } from "../navigation/use-here.ts";
import { paths } from "../paths.ts";
import { useAuth } from "../stores/auth.ts";

export function RequireMember({ children }: { children: ReactNode }) {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const mustChangePassword = useAuth((state) => state.mustChangePassword);
  const isLeaving = useAuth((state) => state.isLeaving);
  const from = useHere();
  // Prerendered pages show what a member sees first.
  if (import.meta.env.SSR) return children;
  if (isLeaving) return isAuthenticated ? children : null;
  if (!isAuthenticated) return <Redirect to={paths.login({ from })} replace />;
  if (mustChangePassword) return <Redirect to={paths.changePassword({ force: true })} replace />;
  return children;
}
