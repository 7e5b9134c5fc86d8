/** Answers as the shop reads them, by the very readers that it uses: what they take is all that is required. */
import * as z from "zod/mini";
import type { EndpointSpec } from "../../worker/upstream/endpoint.ts";
import type { UpstreamAnswer } from "../support/upstream-member.ts";

export function shown<Result>(
  endpoint: EndpointSpec<Result>,
  answer: UpstreamAnswer,
  params: Record<string, string> = {},
): Result {
  expect(isDone(answer), JSON.stringify(answer.body)).toBe(true);
  return endpoint.read(answer.body, params);
}

export function isDone({ status }: UpstreamAnswer): boolean {
  return status >= 200 && status < 300;
}

const word = z.string().check(z.minLength(1));
/** A list is what many frameworks say of a field of the wrong kind. */
const detail = z.object({
  detail: z.union([word, z.object({ message: word }), z.array(z.unknown()).check(z.minLength(1))]),
});

/** A 4xx that says why (account 8). @returns its status. */
export function refusalOf({ status, body }: UpstreamAnswer): number {
  expect(Math.floor(status / 100), JSON.stringify(body)).toBe(4);
  expect(detail.safeParse(body).success, JSON.stringify(body)).toBe(true);
  return status;
}
