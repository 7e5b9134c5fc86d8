/**
 * How many requests this isolate is at work on, and who has to come back later. It knows nothing of other isolates and keeps
 * nothing: overload shows as requests that take longer, so that more of them are under way at once.
 */

/**
 * Up to how many under way one more of a class is begun. The order is that of sacrifice, first to last; each class leaves room for
 * those behind it, so that no flood of it takes their place. A callback is never turned away.
 */
export const mostUnderWay = {
  recommendations: 64,
  content: 96,
  browse: 128,
  cart: 192,
  login: 256,
  checkout: 512,
  callback: Number.POSITIVE_INFINITY,
} as const;
export type WorkClass = keyof typeof mostUnderWay;

/** No request works for longer. One whose end was never told, since the runtime dropped it, counts no more. */
const longestMs = 60_000;

/** A request's own place among those under way. */
export interface Work {
  /** Waiting for the client is no work: whoever sends slowly takes no one's place. */
  pause(): void;
  resume(): void;
  end(): void;
}

export function createLoad(now: () => number = Date.now) {
  const begunAt = new Map<object, number>();

  const underWay = (): number => {
    const oldest = now() - longestMs;
    for (const [work, at] of begunAt) {
      if (at > oldest) break;
      begunAt.delete(work);
    }
    return begunAt.size;
  };

  return {
    underWay,
    /** Null where there is no room for this class. */
    begin(kind: WorkClass): Work | null {
      if (underWay() >= mostUnderWay[kind]) return null;
      let hasEnded = false;
      const work: Work = {
        pause: () => void begunAt.delete(work),
        resume: () => void (hasEnded || begunAt.set(work, now())),
        end: () => {
          hasEnded = true;
          begunAt.delete(work);
        },
      };
      work.resume();
      return work;
    },
  };
}
