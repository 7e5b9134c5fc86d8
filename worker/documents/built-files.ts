import type { ScreenName } from "#contract/screens";
import type { Deps } from "../deps.ts";
import { isDevelopment } from "../platform/build.ts";
import { prerenderedPath, type PrerenderedScreen } from "./prerendered-screen.ts";

const files = new Map<string, string>();

async function findBuilt({ bindings, publicOrigin }: Deps, path: string): Promise<string | null> {
  const known = files.get(path);
  if (known !== undefined) return known;
  // A new request: the browser's conditional headers could get a 304 without a body.
  const answer = await bindings.ASSETS.fetch(new Request(new URL(path, publicOrigin)));
  if (!answer.ok) return null;
  const text = await answer.text();
  if (!isDevelopment) files.set(path, text);
  return text;
}

export async function pageTemplate(deps: Deps): Promise<string> {
  const page = await findBuilt(deps, "/index.html");
  if (page === null) throw new Error("the page is missing");
  return page;
}

export async function findScreen(deps: Deps, name: ScreenName): Promise<PrerenderedScreen | null> {
  const text = isDevelopment ? null : await findBuilt(deps, prerenderedPath(name));
  // Written by `web/prerender` of this very build.
  return text === null ? null : (JSON.parse(text) as PrerenderedScreen);
}
