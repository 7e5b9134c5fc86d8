import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { Health } from "#contract/config";
import { fallbackLocale } from "#contract/locales";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import { version } from "../platform/build.ts";
import { asService } from "../shop/outbox/as-service.ts";
import { localeKey } from "../store/keys.ts";
import { getPasswordPolicy } from "../upstream/auth.ts";
import { listReorderSettings } from "../upstream/purchase-options.ts";
import { getSurvey } from "../upstream/surveys.ts";

const timeoutMs = 1_500;

export const health = new Hono<App>();

health.get("/", async (c) => {
  const deps = c.get("deps");
  const {
    SURVEY_ID: id,
    UPSTREAM_SERVICE_TOKEN: bearer,
    UPSTREAM_PAYMENT_EVENTS_PATH: eventsPath,
    UPSTREAM_CANCELLATIONS_PATH: cancellationsPath,
  } = deps.config;
  const asked = { locale: fallbackLocale, timeoutMs };
  const [database, content, policy, survey, settings, credential] = await Promise.all([
    answers(deps, "database", deps.db.get(sql`SELECT 1`)),
    answers(deps, "content", deps.bindings.CONTENT.get(localeKey(fallbackLocale, "common"))),
    answers(deps, "password policy", getPasswordPolicy(deps.upstream, asked)),
    answers(deps, "survey", getSurvey(deps.upstream, { ...asked, params: { id } })),
    answers(deps, "reorder settings", listReorderSettings(deps.upstream, asked)),
    bearer === null
      ? null
      : answers(
          deps,
          "service credential",
          asService(deps, (token) =>
            listReorderSettings(deps.upstream, { ...asked, bearer: token }),
          ),
        ),
  ]);
  const needsCredential = eventsPath !== null || cancellationsPath !== null;
  const upstream = policy && survey && settings && (credential === true || !needsCredential);
  const seen = {
    password_policy: policy,
    survey,
    reorder_settings: settings,
    service_credential: credential,
  };
  const answer: Health = {
    version,
    deployment: deploymentOf(deps),
    database,
    content,
    upstream,
    upstream_reads: seen,
    payment_events: eventsPath === null ? "off" : "on",
  };
  return c.json(answer, database && content && upstream ? 200 : 503);
});

function deploymentOf({ bindings: { VERSION: deployed } }: Deps): Health["deployment"] {
  return deployed === undefined ? null : { id: deployed.id, at: deployed.timestamp };
}

async function answers({ log }: Deps, name: string, question: Promise<unknown>): Promise<boolean> {
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error("no answer in time")), timeoutMs),
  );
  try {
    await Promise.race([question, late]);
    return true;
  } catch (error) {
    log.warn("health check failed", { reason: name, error });
    return false;
  }
}
