import useSWR, { mutate, type SWRConfiguration } from "swr";
import { api } from "./client.ts";
import type { Schema } from "./errors.ts";

/** What failed is read again when somebody asks for it, or comes back to the tab. */
export const noRetry = { shouldRetryOnError: false };
/** For what does not change while somebody looks at it. */
export const once = { ...noRetry, revalidateOnFocus: false };
export const lasting = { ...once, revalidateIfStale: false };

export function reader<T>(schema: Schema<T>) {
  return (path: string) => api.get(path, schema);
}

export function useRead<T>(
  path: string | null,
  schema: Schema<T>,
  options: SWRConfiguration<T> = {},
) {
  return useSWR<T>(path, reader(schema), { ...noRetry, ...options });
}

/** Changes what is read at `path`, there or below it, and reads it again. */
export async function change<T = void>(
  path: string,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  { at = "", ...options }: Parameters<typeof api.send<T>>[2] & { at?: string } = {},
): Promise<T> {
  const answer = await api.send<T>(method, path + at, options);
  await mutate(path);
  return answer;
}

/** Keeps an answer before it is shown. @throws when the reading fails. */
export function readAhead<T>(path: string, read: (path: string) => Promise<T>): Promise<unknown> {
  return mutate(path, read(path), { revalidate: false });
}
