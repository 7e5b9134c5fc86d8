import type { Context } from "hono";
import type { App } from "../context.ts";
import type { ContentFile } from "../store/content.ts";
import { browserSeconds, type Kept } from "../store/content-memory.ts";

/** `Age` counts the time in memory too, so that an edit shows within a minute. */
export function contentFile(c: Context<App>, { value, ageSeconds }: Kept<ContentFile>): Response {
  const headers = {
    ETag: value.etag,
    "Cache-Control": `public, max-age=${browserSeconds}`,
    Age: String(Math.min(ageSeconds, browserSeconds)),
  };
  if (hasTag(c.req.header("If-None-Match"), value.etag)) return c.body(null, 304, headers);
  return c.body(value.bytes, 200, {
    ...headers,
    "Content-Type": "application/json; charset=utf-8",
  });
}

/** A proxy that compresses the file marks the tag as weak. */
function hasTag(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag)
  );
}
