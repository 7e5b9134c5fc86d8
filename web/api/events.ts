/** What the client of the API tells the page through window events; apart from the client, so that listening loads none of it. */
export const tokenExpiredEvent = "auth:token-expired";
export const passwordChangeRequiredEvent = "auth:password-change-required";
