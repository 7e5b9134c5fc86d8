/**
 * Reads beside the schedule, both begun inside workerd. It takes nothing from a socket while its Workers and databases have work for
 * each other, so that a read from outside would wait for most of the schedule, which it does not where each is a machine of its own.
 */

/** How many reads come before; the request that has it is the one that is read. */
export const readsHeader = "X-Reads-Before";

interface Execution {
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException(): void;
}

interface Handlers {
  fetch(request: Request, env: object, execution: Execution): Promise<Response> | Response;
  scheduled(event: unknown, env: object, execution: Execution): Promise<void>;
}

export interface Reads {
  calmMs: number[];
  besideMs: number[];
  scheduleMs: number;
  /** Each of those that differ once. */
  answers: string[];
}

async function reads(
  shop: Handlers,
  ...[request, env, execution]: Parameters<Handlers["fetch"]>
): Promise<Reads> {
  const before = Number(request.headers.get(readsHeader));
  const headers = new Headers(request.headers);
  headers.delete(readsHeader);
  const answers = new Set<string>();
  const read = async (durations: number[]) => {
    const began = Date.now();
    const answer = await shop.fetch(new Request(request.url, { headers }), env, execution);
    answers.add(`${answer.status} ${await answer.text()}`);
    durations.push(Date.now() - began);
  };
  const calmMs: number[] = [];
  const besideMs: number[] = [];
  while (calmMs.length < before) await read(calmMs);
  const began = Date.now();
  let isOver = false;
  const event = { cron: "* * * * *", scheduledTime: began };
  const schedule = shop.scheduled(event, env, execution).finally(() => {
    isOver = true;
  });
  // oxlint-disable-next-line no-unmodified-loop-condition -- the end of the schedule changes it
  while (!isOver) await read(besideMs);
  await schedule;
  return { calmMs, besideMs, scheduleMs: Date.now() - began, answers: [...answers] };
}

export function readingBeside(shop: Handlers): Handlers {
  return {
    ...shop,
    async fetch(request, env, execution) {
      if (!request.headers.has(readsHeader)) return shop.fetch(request, env, execution);
      return Response.json(await reads(shop, request, env, execution));
    },
  };
}
