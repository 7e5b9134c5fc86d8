/** The ports of a verb of the shop: the test's database and clock, and an upstream and a gateway that answer what a test says. */
import { env } from "cloudflare:workers";
import type { Deps, MemberActor } from "../../worker/deps.ts";
import { publishedKeys } from "../../worker/store/keys.ts";
import type { Config } from "../../worker/env.ts";
import type { Notice, Notices, PaymentMethod } from "../../worker/payments/method.ts";
import { encryptToken } from "../../worker/platform/crypto.ts";
import type { CookieJar } from "../../worker/upstream/cookie-jar.ts";
import type { EndpointSpec, UpstreamRequest } from "../../worker/upstream/endpoint.ts";
import { asking } from "#ecpay/vocabulary";
import { db, noon, signInMei } from "./database.ts";

export const key = "a key of this test";
export const mei: MemberActor = { memberId: "mei", sessionId: "mei's browser" };

/** What the upstream says at this path, before the shop reads it; an error is thrown. */
export type Answers = (path: string, request: UpstreamRequest) => unknown;

export interface Around {
  answers?: Answers;
  /** What the upstream sets with every answer; the shop also has the cookies that it sent. */
  cookies?: CookieJar;
  gateway?: Partial<PaymentMethod>;
  config?: Partial<Config>;
  now?: () => number;
  own?: object;
}

const texts = {
  get: () => Promise.resolve("{}"),
  list: () => Promise.resolve({ keys: publishedKeys.map((name) => ({ name })) }),
};

const form = { url: "https://cashier.test", fields: {} };

export function portsWith({
  answers = () => ({}),
  cookies = {},
  gateway = {},
  config = {},
  now = () => noon,
  own = {},
}: Around) {
  const heard: string[] = [];
  const asked: ({ path: string } & UpstreamRequest)[] = [];
  const later: Promise<unknown>[] = [];
  const said: [level: string, event: string][] = [];
  const errors: [event: string, fields: { reason?: string; error?: string }][] = [];
  const sayAs =
    (level: string) =>
    (event: string, fields: object = {}) => {
      said.push([level, event]);
      if (level === "error") errors.push([event, fields]);
    };
  const paths: Record<string, string> = {
    UPSTREAM_REFRESH_PATH: "/auth/refresh",
    UPSTREAM_PAYMENT_EVENTS_PATH: "/payment-events",
    UPSTREAM_CANCELLATIONS_PATH: "/cancellations",
  };
  const upstream = {
    async call<Result>(endpoint: EndpointSpec<Result>, request: UpstreamRequest) {
      const path = paths[endpoint.path] ?? endpoint.path;
      heard.push(path);
      asked.push({ path, ...request });
      const answer = await answers(path, request);
      if (answer instanceof Error) throw answer;
      const body = endpoint.read(answer, request.params ?? {});
      return { body, status: 200, cookies: { ...request.cookies, ...cookies } };
    },
  };
  const ecpay = {
    isOffered: true,
    payableTwd: { min: 5, max: 199_999 },
    asking,
    start: async () => ({ merchantTradeNo: "TRY2", form }),
    refundableBefore: (at: number) => at,
    ...gateway,
  };
  const deps = {
    db,
    upstream,
    payments: { ecpay },
    config: {
      ECPAY_ENVIRONMENT: "stand-in",
      SESSION_SECRET: "the session secret of this test",
      SESSION_SECRET_PREVIOUS: null,
      PAYMENT_RESULT_SECRET: "the result secret of this test",
      PAYMENT_RESULT_SECRET_PREVIOUS: null,
      UPSTREAM_TOKEN_KEY: key,
      UPSTREAM_SERVICE_TOKEN: null,
      UPSTREAM_SERVICE_TOKEN_PREVIOUS: null,
      UPSTREAM_PAYMENT_EVENTS_PATH: null,
      UPSTREAM_CANCELLATIONS_PATH: null,
      UPSTREAM_HONOURS_IDEMPOTENCY: false,
      LABEL_CATEGORY_ID: "labels",
      CONCENTRATION_ITEM_IDS: {},
      BOTTLE_ITEM_IDS: {},
      BACKUP_PUBLIC_KEY: null,
      SCENT_IDS: [],
      ...config,
    },
    writeErrors: () => Promise.resolve(),
    log: { info: sayAs("info"), warn: sayAs("warn"), error: sayAs("error") },
    // The edge keeps answers by it: each test has its own.
    publicOrigin: `https://${crypto.randomUUID()}.test`,
    bindings: { BACKUPS: env.BACKUPS, CONTENT: texts },
    locale: "en",
    now,
    waitUntil: (work: Promise<unknown>) => later.push(work),
    clientKey: () => Promise.resolve(undefined),
    allows: () => Promise.resolve(true),
    ...own,
  } as unknown as Deps;
  const finished = () => Promise.all(later);
  return { deps, heard, asked, said, errors, finished };
}

/** A gateway's server whose every message is this one. */
export function noticesOf(notice: Notice, more: Partial<Notices> = {}): Notices {
  return {
    acknowledgement: "",
    refusal: "",
    isBelieved: true,
    probe: { path: "", merchantTradeNo: "PROBE", answer: "", sign: () => Promise.resolve("") },
    read: () => Promise.resolve(notice),
    ...more,
  };
}

/** Mei's session, whose upstream token opens. */
export async function letMeiIn(): Promise<void> {
  await signInMei({ upstreamAccess: await encryptToken(key, "mei's token", mei.sessionId) });
}

const where = { customer_phone: "0912345678", customer_address: "1 Test Road" };
const person = { customer_name: "Mei", customer_email: "mei@example.test", ...where };
const taiwan = { country: "TW", currency: "TWD", invoice_type: "B2C" } as const;
export const customer = { ...person, ...taiwan, pay_type: "ecpay" } as const;

export const reorderSettings = [
  { id: "bottles", user_type: "PERSONAL_JAR" },
  { id: "kilograms", user_type: "ENTERPRISE" },
];

/** An unpaid order as the upstream lists it: a sample set of Mei's for NT$ 100. */
const sampleSet = { type: "SAMPLE", product_unit: "JAR", product_number: "SL-001", amount: 1 };
export const sampleOrder = {
  ...person,
  id: "order",
  order_id: "SL261121ABCDE",
  status: "payment_pending",
  created_at: new Date(noon).toISOString(),
  order_total_price: 100,
  currency: "TWD",
  order_items: [{ id: "l1", ...sampleSet }],
};
