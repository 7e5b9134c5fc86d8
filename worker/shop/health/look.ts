/** Whether what the shop stands on answers. One rule for health, start, deployment and schedule. */
import { isRead, isUp, type Health, type Reading } from "#contract/config";
import { fallbackLocale } from "#contract/locales";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { version } from "../../platform/build.ts";
import { failuresInARow, failuresToReport, lastFinished } from "../../store/counters.ts";
import { publishedKeys } from "../../store/keys.ts";
import { getPasswordPolicy } from "../../upstream/auth.ts";
import { outageOf } from "../../upstream/groups.ts";
import { listReorderSettings } from "../../upstream/products.ts";
import { getSurvey } from "../../upstream/surveys.ts";
import { asService } from "../outbox/deliver.ts";

export async function lookAround(deps: Deps): Promise<void> {
  const missing = (await missingTexts(deps)) ?? [];
  const about = { count: missing.length, reason: missing.join(" ") };
  if (about.count > 0) deps.log.error("the published texts are gone", about);
  const outage = await getPasswordPolicy(deps.upstream, {}).then(() => null, outageOf);
  const count = await failuresInARow(deps.db, "upstream_failures", outage !== null);
  if (count >= failuresToReport)
    deps.log.error("the upstream does not answer", { count, error: outage });
}

/** Cloudflare runs the schedule each minute. */
const lateMs = 3 * 60_000;

export async function look(deps: Deps): Promise<Health> {
  const { upstream, bindings, config } = deps;
  const { VERSION: deployed } = bindings;
  const { UPSTREAM_SERVICE_TOKEN: bearer } = config;
  const asked = { locale: fallbackLocale };
  const startedAt = Date.now();
  const reading = (name: string, question: Promise<unknown>) => readingOf(deps, name, question);
  const own = Promise.all([
    lastFinished(deps.db).catch((error: unknown) => unread(deps, "database", error)),
    missingTexts(deps),
  ]);
  const withCredential = (token: string) =>
    listReorderSettings(upstream, { ...asked, bearer: token });
  const [password_policy, survey, reorder_settings, service_credential] = await Promise.all([
    reading("password policy", getPasswordPolicy(upstream, asked)),
    reading("survey", getSurvey(upstream, { ...asked, params: { id: config.SURVEY_ID } })),
    reading("reorder settings", listReorderSettings(upstream, asked)),
    bearer === null ? null : reading("service credential", asService(deps, withCredential)),
  ]);
  const upstreamMs = Date.now() - startedAt;
  const [finishedAt, missing] = await own;
  const reads = { password_policy, survey, reorder_settings, service_credential };
  return {
    version,
    deployment: deployed === undefined ? null : { id: deployed.id, at: deployed.timestamp },
    database: finishedAt !== undefined,
    content: missing?.length === 0,
    upstream: Object.values(reads).every((read) => read === null || isUp(read)),
    upstream_ms: upstreamMs,
    upstream_reads: reads,
    payment_events: config.UPSTREAM_PAYMENT_EVENTS_PATH === null ? "off" : "on",
    schedule: scheduleOf(deps, finishedAt ?? null),
  };
}

/** Whether shoppers are served and payments reported. Refusals and slowness hinder neither. */
export function isWell({ config }: Deps, seen: Health): boolean {
  const needsCredential =
    config.UPSTREAM_PAYMENT_EVENTS_PATH !== null || config.UPSTREAM_CANCELLATIONS_PATH !== null;
  const { service_credential: credential } = seen.upstream_reads;
  const hasCredential = credential !== null && isRead(credential);
  const { database, content, upstream, schedule } = seen;
  return (
    database && content && upstream && !schedule.is_late && (hasCredential || !needsCredential)
  );
}

/** An answer below 500 is alive, whatever it says. */
async function readingOf(deps: Deps, name: string, question: Promise<unknown>): Promise<Reading> {
  try {
    await question;
    return "read";
  } catch (error) {
    unread(deps, name, error);
    if (!(error instanceof ShopError)) return "down";
    if (error.code === "upstream_garbled") return "unreadable";
    if (error.status >= 500) return "down";
    return error.status === 401 || error.status === 403 ? "needs_sign_in" : "refused";
  }
}

function unread({ log }: Deps, name: string, error: unknown): undefined {
  log.warn("health check failed", { reason: name, error });
}

/** The build's texts stand in for them, so nobody would notice. Null where KV does not answer. */
async function missingTexts(deps: Deps): Promise<string[] | null> {
  try {
    const { keys } = await deps.bindings.CONTENT.list();
    const there = new Set(keys.map(({ name }) => name));
    return publishedKeys.filter((key) => !there.has(key));
  } catch (error) {
    unread(deps, "content", error);
    return null;
  }
}

/** Before the first run the deployment's own time counts; on a developer's machine none does. */
function scheduleOf(deps: Deps, finishedAt: number | null): Health["schedule"] {
  const uploaded = deps.bindings.VERSION?.timestamp;
  const since = finishedAt ?? (uploaded === undefined ? null : Date.parse(uploaded));
  return {
    finished_at: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    is_late: since !== null && deps.now() - since > lateMs,
  };
}
