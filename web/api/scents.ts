/** Apart from `products.ts`, which screens without a fragrance's page read. */
import { scent } from "#contract/scent";
import { lasting, readAhead, reader, useRead } from "./read.ts";

export const scentPath = (id: string) => `/scents/${encodeURIComponent(id)}`;

export const useScent = (id: string) => useRead(scentPath(id), scent, lasting);

export const prepareScent = (id: string) => readAhead(scentPath(id), reader(scent));
