/** Apart from `products.ts`, which screens without a fragrance's page read. */
import { scent, scentList } from "#contract/scent";
import { lasting, readAhead, reader, useRead } from "./read.ts";

export const scentPath = (id: string) => `/scents/${encodeURIComponent(id)}`;

export const useScent = (id: string) => useRead(scentPath(id), scent, lasting);

export const prepareScent = (id: string) => readAhead(scentPath(id), reader(scent));

export const scentsPath = "/scents";

/** Null asks for nothing yet. */
export const useScents = (isWanted = true) =>
  useRead(isWanted ? scentsPath : null, scentList, lasting);

export const useFirstScents = (count: number) =>
  useRead(`${scentsPath}?first=${count}`, scentList, lasting);

export const prepareScents = () => readAhead(scentsPath, reader(scentList));
