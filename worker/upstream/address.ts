/** Builds the URL of a call, always below the upstream's own `/api/v1`. */
import { idPattern } from "#contract/fields";
import { ShopError } from "../errors/shop-error.ts";
import type { UpstreamRequest } from "./port.ts";

/** `base` ends in `/api/v1`, without a slash. */
export function addressOf(
  base: string,
  template: string,
  { params, query }: Pick<UpstreamRequest, "params" | "query">,
): URL {
  const path = template.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = params?.[name];
    if (value === undefined || !idPattern.test(value))
      throw new ShopError("validation_failed", { fields: { [name]: "invalid" } });
    return encodeURIComponent(value);
  });
  const url = new URL(base + path);
  const home = new URL(base);
  // A second check, in case the template or the pattern above is changed carelessly.
  if (url.origin !== home.origin || url.pathname !== home.pathname + path)
    throw new Error("An upstream address left its prefix");
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}
