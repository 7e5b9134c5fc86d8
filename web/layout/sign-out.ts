import { signedOut } from "../stores/session.ts";

/** The device forgets the member even when the server cannot be reached; the session there then ends by itself. */
export async function signOutHere(): Promise<void> {
  try {
    const { api } = await import("../api/client.ts");
    await api.send("POST", "/auth/logout");
  } finally {
    signedOut();
  }
}
