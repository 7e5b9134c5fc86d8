/** What Cloudflare's queues bring: orders whose outbox rows wait, and those that were given up. A message may come twice, late or never. */
import * as z from "zod/mini";
import type { Deps } from "./deps.ts";
import { deliverOrder } from "./shop/outbox/deliver.ts";

const named = z.object({ orderId: z.string() });
/** Of every queue for messages that were retried too often. */
const deadLetters = /-dead$/;
const pauseSeconds = 30;

export async function takeBatch(deps: Deps, { queue, messages }: MessageBatch): Promise<void> {
  const take = deadLetters.test(queue) ? tellGivenUp : deliver;
  // One after the other: how many the upstream hears at once is for `max_concurrency` to say.
  for (const message of messages) await take(deps, message);
}

async function deliver(deps: Deps, message: Message): Promise<void> {
  try {
    const dueAt = await deliverOrder(deps, named.parse(message.body).orderId);
    if (dueAt === null) message.ack();
    else message.retry({ delaySeconds: Math.max(1, Math.ceil((dueAt - deps.now()) / 1000)) });
  } catch (error) {
    deps.log.warn("a queued delivery failed", { error });
    message.retry({ delaySeconds: pauseSeconds });
  }
}

/** The row stays in the outbox, and the schedule goes on trying. */
async function tellGivenUp(deps: Deps, message: Message): Promise<void> {
  const { data } = named.safeParse(message.body);
  deps.log.error("a queued delivery was given up", {
    ...(data && { orderId: data.orderId }),
    ageSeconds: Math.floor((deps.now() - message.timestamp.getTime()) / 1000),
  });
  message.ack();
}
