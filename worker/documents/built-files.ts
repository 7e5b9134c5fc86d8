import type { ScreenName } from "#contract/screens";
import type { Deps } from "../deps.ts";
import { isDevelopment } from "../platform/build.ts";
import { prerenderedPath, type PrerenderedScreen } from "./prerendered-screen.ts";

/** As they were read: parsed once. */
const files = new Map<string, unknown>();

async function findBuilt<File>(
  { bindings, publicOrigin }: Deps,
  path: string,
  read: (answer: Response) => Promise<File>,
): Promise<File | null> {
  const known = files.get(path);
  if (known !== undefined) return known as File;
  // A new request: the browser's conditional headers could get a 304 without a body.
  const answer = await bindings.ASSETS.fetch(new Request(new URL(path, publicOrigin)));
  if (!answer.ok) return null;
  const file = await read(answer);
  if (!isDevelopment) files.set(path, file);
  return file;
}

export async function pageTemplate(deps: Deps): Promise<string> {
  const page = await findBuilt(deps, "/index.html", (answer) => answer.text());
  if (page === null) throw new Error("the page is missing");
  return page;
}

/** Written by `web/prerender` of this very build. */
export async function findScreen(deps: Deps, name: ScreenName): Promise<PrerenderedScreen | null> {
  if (isDevelopment) return null;
  return findBuilt(deps, prerenderedPath(name), (answer): Promise<PrerenderedScreen> =>
    answer.json(),
  );
}
