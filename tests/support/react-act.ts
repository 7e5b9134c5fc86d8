/** Tells React that a file's tests render inside `act`; without it React warns at each of them. */
export function rendersInsideAct(): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
}
