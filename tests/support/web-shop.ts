/** The shop behind all pages of `tests/web`: started once a run, beside the processes that draw them. */
import type { TestProject } from "vitest/node";
import { openDoor } from "./door.ts";
import { startShop } from "./shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    shopOfPages: { url: string; door: string };
  }
}

export default async function openShopOfPages(project: TestProject): Promise<() => Promise<void>> {
  const shop = await startShop();
  const { url, door, close } = await openDoor(shop);
  project.provide("shopOfPages", { url, door });
  return () => {
    close();
    return shop.close();
  };
}
