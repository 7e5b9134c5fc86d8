import { findAccessToken } from "../../stores/storage.ts";

export const nobody = "nobody";

/**
 * Whose answers these are, by the subject of the access token: it is there even when the member cannot be loaded. It only tells
 * drafts apart; what the token is worth is for the server to say.
 */
export function memberHere(): string {
  const payload = findAccessToken()?.split(".")[1];
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
