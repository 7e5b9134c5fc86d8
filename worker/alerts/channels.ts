import type { Config } from "../env.ts";
import { decodeUtf8, readBytes } from "../platform/bytes.ts";
import type { Log } from "../platform/log.ts";

const timeoutMs = 10_000;

export interface Surroundings {
  config: Config;
  bindings: { MAIL?: SendEmail };
  publicOrigin: string;
  log: Log;
}

/** @returns whether somebody was notified; true where no channel is configured. */
export async function notifyPeople(surroundings: Surroundings, text: string): Promise<boolean> {
  const { config, bindings, publicOrigin, log } = surroundings;
  const { MAIL: mail } = bindings;
  const { ALERT_WEBHOOK_URL: url, ALERT_EMAIL: to } = config;
  const ways = {
    ...(url !== null && { webhook: postText(url, text) }),
    ...(to !== null && mail !== undefined && { "e-mail": mailText(mail, publicOrigin, to, text) }),
  };
  const outcomes = await Promise.all(
    Object.entries(ways).map(([reason, sent]) =>
      sent.then(
        () => true,
        (error: unknown) => {
          log.error("an alarm could not be sent", { reason, error });
          return false;
        },
      ),
    ),
  );
  return outcomes.length === 0 || outcomes.includes(true);
}

async function mailText(mail: SendEmail, publicOrigin: string, to: string, text: string) {
  // Cloudflare sends for the zone's own addresses only.
  const from = `alarms@${new URL(publicOrigin).hostname}`;
  const [subject = ""] = text.split("\n");
  await mail.send({ from, to, subject, text });
}

/** Slack, Mattermost and others take it. The address is a secret: no error may quote it. */
async function postText(url: string, text: string): Promise<void> {
  const body = JSON.stringify({ text });
  const answer = await post(url, "application/json", body).catch(() => {
    throw new Error("the webhook was not reached");
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
}

/** Of what else than the shop may answer at its address, this much is read. */
const mostBytes = 4_096;
const mostLetters = 100;

/** As everybody's requests come. @returns status and text of the answer, or why none. */
export async function postToShop(publicOrigin: string, path: string, form: string) {
  try {
    const url = new URL(path, publicOrigin);
    const answer = await post(url, "application/x-www-form-urlencoded", form);
    const bytes = await readBytes(answer, mostBytes);
    const text = bytes === null ? "and much more" : decodeUtf8(bytes);
    return `${answer.status} ${text}`.slice(0, mostLetters);
  } catch {
    return "no answer that can be read";
  }
}

function post(url: string | URL, type: string, body: string): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { "Content-Type": type };
  return fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
}
