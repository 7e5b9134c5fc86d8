/** FNV-1a over UTF-16 units: a 32-bit seed for any id. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

export interface Chance {
  /** 0 up to, not including, 1. */
  next(): number;
  between(low: number, high: number): number;
}

/** mulberry32: integer arithmetic only, so the same seed gives the same numbers on every machine. */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return { next, between: (low, high) => low + (high - low) * next() };
}
