import { infoPage } from "#contract/info-page";
import type { InfoContext } from "#contract/screens";
import { readAhead, reader, useRead } from "./client.ts";

export const infoPagePath = (context: InfoContext) => `/info-pages/${context}`;

export const useInfoPage = (context: InfoContext | null) =>
  useRead(context === null ? null : infoPagePath(context), infoPage);

export const prepareInfoPage = (context: InfoContext) =>
  readAhead(infoPagePath(context), reader(infoPage));
