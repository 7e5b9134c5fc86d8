import type { MessageKey } from "../i18n/translate.ts";
import { paths } from "../paths.ts";

export interface NavEntry {
  id: "home" | "fragranceQuiz" | "profile" | "orders";
  path: (typeof paths)[NavEntry["id"]];
  label: MessageKey;
  requireAuth: boolean;
}

const entries: readonly NavEntry[] = [
  { id: "home", path: paths.home, label: "common.nav.home", requireAuth: false },
  { id: "fragranceQuiz", path: paths.fragranceQuiz, label: "common.nav.quiz", requireAuth: true },
  { id: "profile", path: paths.profile, label: "common.nav.profile", requireAuth: true },
  { id: "orders", path: paths.orders, label: "common.nav.orders", requireAuth: true },
];

export function navEntries(isAuthenticated: boolean): readonly NavEntry[] {
  return entries.filter((entry) => isAuthenticated || !entry.requireAuth);
}
