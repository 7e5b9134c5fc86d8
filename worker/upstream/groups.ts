/** Parts of the upstream that fail apart from each other: what opens the breaker of each, and the cheap read of our own that closes it. */
import type { Config } from "../env.ts";
import { getPasswordPolicy } from "./auth.ts";
import { createBreaker, createRetryBudget, type Breaker } from "./breaker.ts";
import { getMe } from "./members.ts";
import { listOrders } from "./orders.ts";
import type { EndpointSpec, Group, UpstreamRequest } from "./port.ts";
import { listReorderSettings } from "./purchase-options.ts";
import { getSurvey } from "./surveys.ts";

export interface Probe {
  endpoint: EndpointSpec<unknown>;
  request: UpstreamRequest;
}

interface GroupRules {
  /**
   * `failed_probe` wherever a caller can choose an address or a text that fails: nobody chooses what we ask. `failures` where the
   * probe says too little of the calls.
   */
  opensOn: Parameters<typeof createBreaker>[0];
  /** Any answer below 500 is a good sign, a refusal too: without a token a member's reads answer 401. */
  probe: (config: Config) => Probe;
}

const rules: Record<Group, GroupRules> = {
  identity: {
    opensOn: "failed_probe",
    probe: () => ({ endpoint: getPasswordPolicy, request: {} }),
  },
  member: { opensOn: "failed_probe", probe: () => ({ endpoint: getMe, request: {} }) },
  catalogue: {
    opensOn: "failed_probe",
    probe: () => ({ endpoint: listReorderSettings, request: {} }),
  },
  /** The recommender has no cheap read; the survey is the nearest. Only members ask it. */
  recommender: {
    opensOn: "failures",
    probe: ({ SURVEY_ID: id }) => ({ endpoint: getSurvey, request: { params: { id } } }),
  },
  checkout: {
    opensOn: "failed_probe",
    probe: () => ({ endpoint: listOrders, request: { query: { skip: 0, limit: 1 } } }),
  },
  /** Only the shop itself calls. The read is that of `/api/health`. */
  service: {
    opensOn: "failures",
    probe: ({ UPSTREAM_SERVICE_TOKEN: bearer }) => ({
      endpoint: listReorderSettings,
      request: bearer === null ? {} : { bearer },
    }),
  },
};

interface GroupState {
  breaker: Breaker;
  /** Apart too, so that one group's failures do not cost another its repeats. */
  retryBudget: ReturnType<typeof createRetryBudget>;
  probe: GroupRules["probe"];
}

const stateOf = ({ opensOn, probe }: GroupRules): GroupState => ({
  breaker: createBreaker(opensOn),
  retryBudget: createRetryBudget(),
  probe,
});

/** Of this isolate. */
export const groups: Readonly<Record<Group, GroupState>> = {
  identity: stateOf(rules.identity),
  member: stateOf(rules.member),
  catalogue: stateOf(rules.catalogue),
  recommender: stateOf(rules.recommender),
  checkout: stateOf(rules.checkout),
  service: stateOf(rules.service),
};
