/** Maps the sentences of the documents' error catalogue, sent in `detail`, to our codes. */
import type { ErrorCode } from "#contract/errors";
import { ShopError } from "../errors/shop-error.ts";
import sentences from "./sentences.json";

/** A `detail` with this prefix is a failed registration for another reason. */
const registrationFailedPrefix = "註冊失敗";

/** Full-width and half-width punctuation count as equal. */
function canonical(sentence: string): string {
  const text = sentence.normalize("NFKC").replace(/\s+/g, "");
  // Looks behind, else a run of these signs would be tried from each of them.
  return text.replace(/(?<![。.!])[。.!]+$/, "");
}

const codes = new Map(
  Object.entries(sentences).map(([code, sentence]) => [
    canonical(sentence),
    code as keyof typeof sentences,
  ]),
);

export function codeOfSentence(sentence: string): ErrorCode | null {
  const asked = canonical(sentence);
  return (
    codes.get(asked) ??
    (asked.startsWith(canonical(registrationFailedPrefix)) ? "registration_failed" : null)
  );
}

const refusalStatuses: readonly number[] = [400, 401, 403, 404, 409, 410, 413, 415, 422, 429];
const maxDetailLength = 4_096;

/** `retryAfter` is the header of that name; only whole seconds are passed on. */
export function refusalOf(status: number, body: unknown, retryAfter: string | null = null) {
  const detail = detailOf(body);
  const said: unknown = typeof detail === "string" ? detail : Object(detail).message;
  const known = typeof said === "string" ? codeOfSentence(said) : codesOfStatus[status];
  const isSeconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter);
  return new ShopError(known ?? "upstream_refused", {
    status: refusalStatuses.includes(status) ? status : 400,
    ...(detail === undefined ? {} : { detail }),
    ...(isSeconds ? { headers: { "Retry-After": retryAfter } } : {}),
  });
}

/** Where there is no sentence. */
const codesOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: "token_invalid",
  429: "too_many_requests",
  502: "upstream_unavailable",
  503: "upstream_maintenance",
  504: "upstream_timeout",
};

/** Nothing of a 5xx body is passed on. */
export function failureOf(status: number): ShopError {
  return new ShopError(codesOfStatus[status] ?? "upstream_failed");
}

function detailOf(body: unknown): unknown {
  const { detail } = Object(body);
  const isSayable = typeof detail === "string" || (typeof detail === "object" && detail !== null);
  return isSayable && JSON.stringify(detail).length <= maxDetailLength ? detail : undefined;
}
