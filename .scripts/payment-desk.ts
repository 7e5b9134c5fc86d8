// Where the commands of `npm run payments` read and write.

export interface Desk {
  /** The deployed shop, not this machine's. */
  isRemote: boolean;
  /** The rows of each statement. The statements have no parameters. */
  ask<Row>(statements: readonly string[]): Promise<Row[][]>;
  print(line: string): void;
}

/** Ends the command. 2: it was called wrongly. 1: it cannot be done. */
export class Refusal extends Error {
  readonly code: 1 | 2;

  constructor(code: 1 | 2, message: string) {
    super(message);
    this.code = code;
  }
}

export function refuse(code: 1 | 2, message: string): never {
  throw new Refusal(code, message);
}

/** Words of others must not steer the terminal. */
export const shown = (text: unknown) => String(text).replaceAll(/\p{Cc}/gu, "\uFFFD");
