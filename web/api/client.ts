/** The page's only fetch to the API: no timeout, and no retry but those of `call` and `ask`. */
import { locale, t } from "../i18n/translate.ts";
import { tokenExpiredEvent, useAuth, type ExpiredRequest } from "../stores/auth.ts";
import { storage, storageKeys } from "../stores/storage.ts";
import { showToast } from "../stores/toasts.ts";
import { ApiError, dataOf, refusalOf, type Schema } from "./errors.ts";
import useSWR, { mutate, type SWRConfiguration } from "swr";

export { ApiError } from "./errors.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Options {
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}

/** What was read for whoever is here, so that it is not read again as soon as it is shown. */
const asked = new Set<string>();
useAuth.subscribe(({ isAuthenticated }, before) => {
  if (isAuthenticated !== before.isAuthenticated) asked.clear();
});

function get<T>(path: string, schema: Schema<T>, options: Options = {}): Promise<T> {
  asked.add(path);
  return call("GET", path, options).then((response) => dataOf(response, schema));
}

async function send<T = void>(
  method: Exclude<Method, "GET">,
  path: string,
  options: Options & { schema?: Schema<T> } = {},
): Promise<T> {
  const response = await call(method, path, options);
  return (options.schema ? await dataOf(response, options.schema) : undefined) as T;
}

export const api = { get, send, wasAsked: (path: string) => asked.has(path) };

async function call(method: Method, path: string, options: Options): Promise<Response> {
  const token = storage.getItem(storageKeys.accessToken);
  const response = await ask(method, path, options, token);
  if (response.ok) return response;
  if (response.status !== 401 || !isRenewable(path, options)) throw await refused(response);
  if (!(await renewToken(token))) {
    const detail: ExpiredRequest = { isDoing: method !== "GET", isMembers: token !== null };
    window.dispatchEvent(new CustomEvent(tokenExpiredEvent, { detail }));
    throw await refused(response);
  }
  const second = await ask(method, path, options, storage.getItem(storageKeys.accessToken));
  if (second.ok) return second;
  throw await refused(second);
}

/** Not for refresh and sign-in, nor for requests with a token of their own (the second step). */
function isRenewable(path: string, options: Options): boolean {
  return (
    !path.startsWith("/auth/refresh") &&
    !path.startsWith("/auth/login/") &&
    options.headers?.Authorization === undefined
  );
}

async function refused(response: Response): Promise<ApiError> {
  const refusal = await refusalOf(response);
  if (refusal.code === "password_change_required") useAuth.getState().passwordChangeRequired();
  return refusal;
}

/** Null when the server refuses. Other failures are thrown: they do not end the session. */
async function askForToken(): Promise<string | null> {
  const response = await ask("POST", "/auth/refresh", {}, null);
  if (response.status >= 500 || response.status === 429) throw await refusalOf(response);
  if (!response.ok) return null;
  const answer: unknown = await response.json();
  const token = (answer as { access_token?: unknown } | null)?.access_token;
  return typeof token === "string" ? token : null;
}

/** Where many ask at once, a few are let in each second: who asks again is, within a minute. */
async function ask(...request: Parameters<typeof askOnce>): Promise<Response> {
  for (let triesLeft = 59; ; triesLeft -= 1) {
    const response = await askOnce(...request);
    const isNotYet = response.status === 429 && response.headers.get("Retry-After") === "1";
    if (!isNotYet || triesLeft === 0) return response;
    if (triesLeft === 58) showToast(t("common.waiting_turn"));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function askOnce(
  method: Method,
  path: string,
  { query = {}, json, form, headers = {} }: Options,
  token: string | null,
): Promise<Response> {
  const url = new URL(`/api/v1${path}`, window.location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") url.searchParams.set(name, String(value));
  const body = form ? new URLSearchParams(form) : JSON.stringify(json);
  try {
    return await fetch(url, {
      method,
      body,
      credentials: "include",
      headers: {
        Accept: "application/json",
        "Accept-Language": locale,
        "X-Requested-With": "fetch",
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
  } catch (error) {
    // The browser hides why; only "offline" and "no connection" can be told apart.
    const code = navigator.onLine ? "connection_refused" : "network_error";
    throw new ApiError(code, { status: 0, cause: error });
  }
}

let running: Promise<boolean> | null = null;

/** @returns whether there is a newer token than `refusedToken` to try again with. */
function renewToken(refusedToken: string | null): Promise<boolean> {
  running ??= alone(() => renew(refusedToken)).finally(() => {
    running = null;
  });
  return running;
}

async function renew(refusedToken: string | null): Promise<boolean> {
  const stored = storage.getItem(storageKeys.accessToken);
  // Renewed by another tab or by the request before.
  if (stored !== null && stored !== refusedToken) return true;
  // Another tab was refused or signed out; the server would refuse again.
  const isGone = stored === null && refusedToken !== null;
  const token = isGone ? null : await askForToken();
  if (token !== null) {
    storage.setItem(storageKeys.accessToken, token);
    return true;
  }
  storage.removeItem(storageKeys.accessToken);
  return false;
}

/** Across tabs too, as the refresh cookie rotates. */
function alone(work: () => Promise<boolean>): Promise<boolean> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request("sillage-refresh", work).catch((error: unknown) => {
    // Browsers that refuse storage refuse locks too; then tabs share nothing.
    if (error instanceof DOMException) return work();
    throw error;
  });
}

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

export async function change<T = void>(
  path: string,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  { at = "", ...options }: Parameters<typeof api.send<T>>[2] & { at?: string } = {},
): Promise<T> {
  const answer = await api.send<T>(method, path + at, options);
  await mutate(path);
  return answer;
}

export function readAhead<T>(path: string, read: (path: string) => Promise<T>): Promise<unknown> {
  return mutate(path, read(path), { revalidate: false });
}
