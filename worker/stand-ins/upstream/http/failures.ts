import type { ErrorHandler, NotFoundHandler } from "hono";
import type { App } from "../app.ts";
import { Refusal } from "./refusal.ts";

export const answerNotFound: NotFoundHandler<App> = (c) => c.json({ detail: "找不到此路徑" }, 404);

export const answerFailure: ErrorHandler<App> = (error, c) => {
  if (error instanceof Refusal) {
    if (error.status === 401) c.header("WWW-Authenticate", "Bearer");
    return c.json({ detail: error.detail }, error.status);
  }
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  console.error(
    JSON.stringify({
      event: "failed",
      method: c.req.method,
      path: c.req.path,
      error: error.message,
      cause,
      stack: error.stack,
    }),
  );
  return c.json({ detail: "系統忙碌中，請稍後再試" }, 500);
};
