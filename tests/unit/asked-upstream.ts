/** The shop's client of the upstream, whose other end is a function of the test. */
import * as z from "zod/mini";
import type { Bindings, Config } from "../../worker/env.ts";
import type { Log } from "../../worker/platform/log.ts";
import type { EndpointSpec, UpstreamRequest } from "../../worker/upstream/endpoint.ts";

export type Answer = () => Response | Promise<Response>;

const paths = {
  UPSTREAM_REFRESH_PATH: "/auth/refresh",
  UPSTREAM_PAYMENT_EVENTS_PATH: "/events",
  UPSTREAM_CANCELLATIONS_PATH: "/cancellations",
};
const unset = { UPSTREAM_URL: null, UPSTREAM_SERVICE_TOKEN: null };
const config = { ...paths, ...unset, UPSTREAM_TIME_ZONE: "Z", SURVEY_ID: "survey" };
const product = z.object({ name: z.string() });
export const hinoki: UpstreamRequest = { params: { id: "hinoki" } };

export const says =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });

/** A client of its own for each test: breakers and repeats are counted by the module. */
export async function freshClient() {
  vi.resetModules();
  const { createUpstream } = await import("../../worker/upstream/client.ts");
  const sent: Request[] = [];
  const warned: [event: string, code: string | undefined][] = [];
  const took: number[] = [];
  const warn = (event: string, fields: { code?: string }) => void warned.push([event, fields.code]);
  const log = { info: () => {}, error: () => {}, warn };
  const create = (bindings: object, changes: object = {}, address: string | null = "192.0.2.7") =>
    createUpstream(
      bindings as unknown as Bindings,
      { ...config, ...changes } as unknown as Config,
      log as unknown as Log,
      { locale: "ja", address, budgetMs: 15_000, waitUntil: () => {}, took: (ms) => took.push(ms) },
    );
  function upstreamThat(answers: Answer[], address?: string | null) {
    let next = 0;
    const fetch = async (request: Request) => {
      sent.push(request);
      const answer = answers[Math.min(next, answers.length - 1)];
      next += 1;
      return answer === undefined ? new Response() : answer();
    };
    return create({ UPSTREAM: { fetch } }, {}, address);
  }
  const ask = (answers: Answer[], request = hinoki, changes: Partial<EndpointSpec<unknown>> = {}) =>
    upstreamThat(answers).call(read(changes), request);
  return { sent, warned, took, create, upstreamThat, ask };
}

export const read = (changes: Partial<EndpointSpec<unknown>> = {}): EndpointSpec<unknown> => ({
  group: "catalogue",
  method: "GET",
  path: "/products/{id}",
  encoding: "json",
  mustAnswer: true,
  read: (body) => product.parse(body),
  ...changes,
});
