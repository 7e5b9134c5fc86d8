import useSWR, { type SWRConfiguration } from "swr";
import type { Schema } from "./answers.ts";
import { api } from "./client.ts";

/** For what does not change while somebody looks at it. */
export const once = { revalidateOnFocus: false, shouldRetryOnError: false };
/** For what hardly ever changes. */
export const lasting = { ...once, revalidateIfStale: false };

/** What the API answers at a path, by which it is kept; null asks for nothing. */
export function useRead<T>(
  path: string | null,
  schema: Schema<T>,
  options: SWRConfiguration<T> = {},
) {
  return useSWR<T>(path, (asked: string) => api.get(asked, schema), {
    shouldRetryOnError: false,
    ...options,
  });
}
