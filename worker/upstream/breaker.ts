/**
 * Circuit breaker for the upstream. Opens on failure rate and volume together and lets one probe through after a pause. State is
 * per isolate; no timers, the time is read at each call.
 */
const windowMs = 30_000;
const sliceMs = 5_000;
const failuresToOpen = 20;
const failureShareToOpen = 0.5;
const pauseMs = 10_000;

interface Slice {
  startsAt: number;
  calls: number;
  failures: number;
}

export interface Breaker {
  admits(now: number): boolean;
  report(succeeded: boolean, now: number): void;
}

export function createBreaker(): Breaker {
  let slices: Slice[] = [];
  let openedAt: number | null = null;

  const sliceOf = (now: number): Slice => {
    slices = slices.filter((slice) => now - slice.startsAt < windowMs);
    const last = slices.at(-1);
    if (last !== undefined && now - last.startsAt < sliceMs) return last;
    const fresh = { startsAt: now, calls: 0, failures: 0 };
    slices.push(fresh);
    return fresh;
  };
  const isFailing = () => {
    const calls = slices.reduce((sum, slice) => sum + slice.calls, 0);
    const failures = slices.reduce((sum, slice) => sum + slice.failures, 0);
    return failures >= failuresToOpen && failures >= calls * failureShareToOpen;
  };

  return {
    admits(now) {
      if (openedAt === null) return true;
      if (now - openedAt < pauseMs) return false;
      openedAt = now;
      return true;
    },
    report(succeeded, now) {
      if (openedAt !== null) {
        openedAt = succeeded ? null : now;
        if (succeeded) slices = [];
        return;
      }
      const slice = sliceOf(now);
      slice.calls += 1;
      if (!succeeded) slice.failures += 1;
      if (isFailing()) openedAt = now;
    },
  };
}

/** At most one repeat per ten calls, so that retries never multiply an outage. */
export function createRetryBudget() {
  const most = 10;
  let tokens = most;
  return {
    earn: () => void (tokens = Math.min(most, tokens + 0.1)),
    spend: () => {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
