import { navScreens, screens } from "#contract/screens";
import { paths } from "../paths.ts";

const entries = navScreens.map((id) => ({
  id,
  path: paths[id],
  label: `common.nav.${screens[id].nav}` as const,
}));

/** Visitors see what is open to them. */
export function navEntries(isAuthenticated: boolean) {
  return entries.filter(({ id }) => isAuthenticated || !screens[id].guarded);
}
