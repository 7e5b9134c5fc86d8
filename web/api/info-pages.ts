import { mutate } from "swr";
import { infoPage } from "#contract/info-page";
import type { InfoContext } from "#contract/screens";
import { api } from "./client.ts";
import { useRead } from "./read.ts";

/** Answers in all languages. */
export const infoPagePath = (context: InfoContext) => `/info-pages/${context}`;

export const useInfoPage = (context: InfoContext | null) =>
  useRead(context === null ? null : infoPagePath(context), infoPage);

export function prepareInfoPage(context: InfoContext): Promise<unknown> {
  const path = infoPagePath(context);
  return mutate(path, api.get(path, infoPage), { revalidate: false });
}
