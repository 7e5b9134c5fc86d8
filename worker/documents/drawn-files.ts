/** Files of this build: what it made for the Worker alone (nobody else can ask for it), and the styles that go into the HTML. */
import * as z from "zod/mini";
import type { ScreenName } from "#contract/screens";
import type { Deps } from "../deps.ts";
import { hashForPolicy } from "./policy.ts";

/** Files of a deployed version never change. */
const known = new Map<string, string | null>();

async function builtFile({ bindings, publicOrigin }: Deps, path: string): Promise<string | null> {
  const kept = known.get(path);
  if (kept !== undefined) return kept;
  const answer = await bindings.ASSETS.fetch(new Request(new URL(path, publicOrigin)));
  if (!answer.ok && answer.status !== 404) return null;
  const text = answer.ok ? await answer.text() : null;
  known.set(path, text);
  return text;
}

/** Null in local mode, which builds nothing. */
export const drawnFile = (deps: Deps, name: string) => builtFile(deps, `/drawn/${name}`);

const screenFiles = z.record(z.string(), z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }));

export interface ScreenFiles {
  /** Beyond those of every page. */
  scripts: string[];
  /** All of them, those of every page first. */
  styles: string[];
  /** The text of the styles, and its hash for the policy; null where there are none to put into the HTML. */
  css: { text: string; hash: string } | null;
}

const filesByScreen = new Map<ScreenName, ScreenFiles>();

export async function filesOfScreen(deps: Deps, screen: ScreenName): Promise<ScreenFiles> {
  const kept = filesByScreen.get(screen);
  if (kept !== undefined) return kept;
  const list = await drawnFile(deps, "screens.json");
  const named = list === null ? undefined : z.parse(screenFiles, JSON.parse(list))[screen];
  if (named === undefined) return { scripts: [], styles: [], css: null };
  const files = { ...named, css: await joined(await Promise.all(named.styles.map((path) => builtFile(deps, path)))) };
  filesByScreen.set(screen, files);
  return files;
}

async function joined(sheets: (string | null)[]): Promise<ScreenFiles["css"]> {
  if (sheets.length === 0 || sheets.includes(null)) return null;
  const text = sheets.join("");
  return { text, hash: await hashForPolicy(text) };
}
