/** The ways to the people in charge: a webhook, e-mail, both or none. */
import type { Config } from "../env.ts";
import type { Log } from "../platform/log.ts";

const timeoutMs = 10_000;

export interface Surroundings {
  config: Config;
  /** Undefined where Cloudflare's e-mail is not bound. */
  mail: SendEmail | undefined;
  publicOrigin: string;
  log: Log;
}

/** @returns whether somebody was told, which is so where there is no way to anybody. */
export async function tellPeople(surroundings: Surroundings, text: string): Promise<boolean> {
  const channels = channelsOf(surroundings);
  const outcomes = await Promise.allSettled(channels.map(({ send }) => send(text)));
  for (const [index, outcome] of outcomes.entries())
    if (outcome.status === "rejected")
      surroundings.log.error("an alarm could not be sent", {
        reason: channels[index]?.name ?? "",
        error: outcome.reason,
      });
  return channels.length === 0 || outcomes.some(({ status }) => status === "fulfilled");
}

interface Channel {
  name: string;
  send(text: string): Promise<void>;
}

function channelsOf({ config, mail, publicOrigin }: Surroundings): Channel[] {
  const { ALERT_WEBHOOK_URL: url, ALERT_EMAIL: to } = config;
  const webhook = { name: "webhook", send: (text: string) => postText(url ?? "", text) };
  const email = {
    name: "e-mail",
    send: async (text: string) => {
      // Cloudflare sends for the zone's own addresses only.
      const from = `alarms@${new URL(publicOrigin).hostname}`;
      const [subject = ""] = text.split("\n", 1);
      await mail?.send({ from, to: to ?? "", subject, text });
    },
  };
  return [
    ...(url === null ? [] : [webhook]),
    ...(to === null || mail === undefined ? [] : [email]),
  ];
}

/** Slack, Mattermost, Google Chat and others take it. The address is a secret, so nothing that quotes it is passed on. */
async function postText(url: string, text: string): Promise<void> {
  let status = 0;
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = answer.status;
    await answer.body?.cancel();
  } catch {
    throw new Error("the webhook was not reached");
  }
  if (status < 200 || status > 299) throw new Error(`the webhook answered ${status}`);
}
