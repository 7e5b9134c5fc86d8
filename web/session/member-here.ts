import { storage, storageKeys } from "../stores/storage.ts";

export const nobody = "nobody";

/** Unverified: it only tells apart what was kept. Known even when the member cannot be loaded. */
export function memberHere(): string {
  const payload = storage.getItem(storageKeys.accessToken)?.split(".")[1];
  if (payload === undefined) return nobody;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const subject = (claims as { sub?: unknown } | null)?.sub;
    return typeof subject === "string" ? subject : nobody;
  } catch (error) {
    console.info("The access token is no token", error);
    return nobody;
  }
}
