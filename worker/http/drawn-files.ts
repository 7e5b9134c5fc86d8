/** What the build made for the Worker alone, beside the page's files; nobody else can ask for it. */
import * as z from "zod/mini";
import type { ScreenName } from "#contract/screens";
import type { Deps } from "../context.ts";

/** Files of a deployed version never change. */
const known = new Map<string, string>();

/** Null in local mode, which builds nothing. */
export async function drawnFile({ bindings, publicOrigin }: Deps, name: string): Promise<string | null> {
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const answer = await bindings.ASSETS.fetch(new Request(new URL(`/drawn/${name}`, publicOrigin)));
  if (!answer.ok) return null;
  const text = await answer.text();
  known.set(name, text);
  return text;
}

const screenFiles = z.record(z.string(), z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }));
let filesByScreen: z.infer<typeof screenFiles> | null = null;

/** The scripts and styles that a screen needs beyond those of every page. */
export async function filesOfScreen(deps: Deps, screen: ScreenName): Promise<{ scripts: string[]; styles: string[] }> {
  if (filesByScreen === null) {
    const list = await drawnFile(deps, "screens.json");
    filesByScreen = list === null ? null : z.parse(screenFiles, JSON.parse(list));
  }
  return filesByScreen?.[screen] ?? { scripts: [], styles: [] };
}
