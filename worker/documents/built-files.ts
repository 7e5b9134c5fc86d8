import * as z from "zod/mini";
import type { ScreenName } from "#contract/screens";
import type { Deps } from "../deps.ts";
import { ShopError } from "../errors/shop-error.ts";
import { isDevelopment } from "../platform/build.ts";
import { prerenderedPath, prerenderedScreen } from "./prerendered-screen.ts";
import type { PrerenderedScreen } from "./prerendered-screen.ts";

let page: string | null = null;
const screens = new Map<ScreenName, PrerenderedScreen>();

export async function pageTemplate(deps: Deps): Promise<string> {
  if (page !== null) return page;
  const answer = await askFor(deps, "/index.html");
  if (!answer.ok)
    throw new ShopError("internal", {}, { cause: new Error(`the page answered ${answer.status}`) });
  const text = await answer.text();
  if (!isDevelopment) page = text;
  return text;
}

export async function findScreen(deps: Deps, name: ScreenName): Promise<PrerenderedScreen | null> {
  if (isDevelopment) return null;
  const known = screens.get(name);
  if (known !== undefined) return known;
  const answer = await askFor(deps, prerenderedPath(name));
  if (!answer.ok) return null;
  const screen = z.parse(prerenderedScreen, await answer.json());
  screens.set(name, screen);
  return screen;
}

/** A new request: the browser's conditional headers could get a 304 without a body. */
function askFor({ bindings, publicOrigin }: Deps, path: string): Promise<Response> {
  return bindings.ASSETS.fetch(new Request(new URL(path, publicOrigin)));
}
