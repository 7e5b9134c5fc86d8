/**
 * What the contract suite talks to, over HTTP alone: the system at UPSTREAM_URL, or else the reference upstream twice, as
 * it is and with the documents' fields alone.
 */
import { appendFileSync } from "node:fs";
import { startUpstream } from "../support/shop.ts";
import { call, registerMember, signIn } from "../support/upstream-member.ts";
import type { Call, Reachable, UpstreamAnswer } from "../support/upstream-member.ts";

interface Account {
  email: string;
  password: string;
}

interface Upstream extends Account {
  token: string;
  otherToken(): Promise<string>;
  call(method: string, path: string, options?: Call): Promise<UpstreamAnswer>;
  close(): Promise<void>;
}

interface System {
  name: string;
  hasSecondMember: boolean;
  start(): Promise<Upstream>;
}

const { env } = process;
const address = env.UPSTREAM_URL;

/** Ids that the documents call fixed and do not name; the defaults are the reference's. */
export const ids = {
  survey: env.SURVEY_ID ?? "scent-discovery",
  descriptionQuestion: env.DESCRIPTION_QUESTION_ID ?? "ideal-scent",
  product: env.PRODUCT_ID ?? "hinoki-rain",
};

const references = () => [
  reference("the reference upstream", {}),
  reference("the reference with documented answers", { DOCUMENTED_ONLY: "true" }),
];
const hasOther = env.UPSTREAM_OTHER_MEMBER !== undefined;
const configured = (name: string) => [
  { name, hasSecondMember: hasOther, start: () => startAt(name) },
];
const systems: readonly System[] = address === undefined ? references() : configured(address);

function startAt(url: string): Promise<Upstream> {
  const upstream = {
    fetch: (path: string, init?: RequestInit) =>
      fetch(new URL(path, url), { redirect: "manual", ...init }),
  };
  const first = accountOf(env.UPSTREAM_MEMBER, env.UPSTREAM_PASSWORD);
  const second = () => accountOf(env.UPSTREAM_OTHER_MEMBER, env.UPSTREAM_OTHER_PASSWORD);
  return withMembers(upstream, first, second, async () => {});
}

function accountOf(email: string | undefined, password: string | undefined): Account {
  if (email === undefined || password === undefined)
    throw new Error("UPSTREAM_MEMBER and UPSTREAM_PASSWORD must name an account");
  return { email, password };
}

function reference(name: string, vars: Record<string, string>): System {
  return {
    name,
    hasSecondMember: true,
    start: async () => {
      const upstream = await startUpstream(vars);
      const [second, close] = [() => register(upstream), () => upstream.close()];
      return withMembers(upstream, await register(upstream), second, close);
    },
  };
}

async function withMembers(
  upstream: Reachable,
  first: Account,
  second: () => Account | Promise<Account>,
  close: () => Promise<void>,
): Promise<Upstream> {
  const orders: string[] = [];
  return {
    ...first,
    token: await tokenOf(upstream, first),
    otherToken: async () => tokenOf(upstream, await second()),
    async call(method, path, options) {
      const answer = await call(upstream, method, path, options);
      record(method, path, answer);
      if (path === "/cart/checkout" && answer.status < 300) orders.push(answer.body.order_id);
      return answer;
    },
    async close() {
      for (const order_id of orders) await cancel(upstream, order_id);
      await close();
    },
  };
}

/** Orders of tests are not left open where there is a way to end them. */
async function cancel(upstream: Reachable, order_id: string): Promise<void> {
  const { UPSTREAM_CANCELLATIONS_PATH: path, UPSTREAM_SERVICE_TOKEN: token } = env;
  if (!path || !token) return;
  const json = { order_id, cancelled_at: new Date().toISOString() };
  const headers = { "Idempotency-Key": `cancel-${order_id}` };
  record("POST", path, await call(upstream, "POST", path, { token, json, headers }));
}

/** A line for `npm run upstream:doctor`, which says of each call how it went. */
function record(method: string, path: string, { status, body }: UpstreamAnswer): void {
  if (env.UPSTREAM_RECORD === undefined) return;
  appendFileSync(env.UPSTREAM_RECORD, `${JSON.stringify({ method, path, status, body })}\n`);
}

async function tokenOf(upstream: Reachable, { email, password }: Account): Promise<string> {
  const answer = await signIn(upstream, email, password);
  record("POST", "/auth/login/password-verify", answer);
  const { status, body } = answer;
  const token: unknown = body.access_token ?? body.data?.access_token;
  if (typeof token !== "string")
    throw new Error(`${email} is not signed in by ${status} ${JSON.stringify(body)}`);
  return token;
}

async function register(upstream: Reachable): Promise<Account> {
  const mailed = await registerMember(upstream);
  const password = "Vetiver&Rain2026";
  const chosen = { new_password: password, confirm_password: password };
  const json = { old_password: mailed.password, ...chosen };
  const token = await tokenOf(upstream, mailed);
  const answer = await call(upstream, "POST", "/auth/change-password", { token, json });
  record("POST", "/auth/change-password", answer);
  const { status, body } = answer;
  if (status !== 200)
    throw new Error(`the password was not changed: ${status} ${JSON.stringify(body)}`);
  return { email: mailed.email, password };
}

/** The tests of every system; `get`, `post` and `send` are the member's. */
export function ofEverySystem(
  tests: (at: ReturnType<typeof talkingTo> & Pick<System, "hasSecondMember">) => void,
): void {
  describe.for(systems)("$name", ({ start, hasSecondMember }) => {
    let upstream: Upstream;
    beforeAll(async () => void (upstream = await start()));
    afterAll(() => upstream.close());
    tests({ ...talkingTo(() => upstream), hasSecondMember });
  });
}

const talkingTo = (upstream: () => Upstream) => {
  const send = (method: string, path: string, json?: object, token = upstream().token) =>
    upstream().call(method, path, { token, json });
  return {
    upstream,
    send,
    get: (path: string, token?: string) => send("GET", path, undefined, token),
    post: (path: string, json: object, token?: string) => send("POST", path, json, token),
  };
};
