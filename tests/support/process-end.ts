/** What a process of tests keeps open from file to file; the environment of the suites closes it when the process ends. */
declare global {
  // The environment is loaded apart from the tests: a variable of this module would not be the same one there.
  var testProcessClosings: (() => Promise<void>)[] | undefined;
}

export function closings(): (() => Promise<void>)[] {
  globalThis.testProcessClosings ??= [];
  return globalThis.testProcessClosings;
}

export function closeAtProcessEnd(close: () => Promise<void>): void {
  closings().push(close);
}
