/** Apart from `products.ts`, which screens without a fragrance's page read. */
import useSWR from "swr";
import { scent, scentList } from "#contract/scent";
import { lasting, readAhead, reader, useRead } from "./client.ts";

export const scentPath = (id: string) => `/scents/${encodeURIComponent(id)}`;

export const useScent = (id: string) => useRead(scentPath(id), scent, lasting);

export const prepareScent = (id: string) => readAhead(scentPath(id), reader(scent));

export const scentsPath = "/scents";

export const useScents = (isWanted = true) =>
  useRead(isWanted ? scentsPath : null, scentList, lasting);

export const useFirstScents = (count: number) =>
  useRead(`${scentsPath}?first=${count}`, scentList, lasting);

/** Holds the large dictionary: what it says is in the first HTML, and nothing waits for it. */
const loadLibrary = () => import("#contract/library");
export const useLibrary = () => useSWR("library", loadLibrary, lasting).data;
export const prepareLibrary = () =>
  Promise.all([prepareScents(), readAhead("library", loadLibrary)]);

export const prepareScents = () => readAhead(scentsPath, reader(scentList));
