/** Window events of the API client; in a file of their own, so that listeners need not load the client. */
export const tokenExpiredEvent = "auth:token-expired";
export const passwordChangeRequiredEvent = "auth:password-change-required";
