/** Visits to a shop for this file. */
import { afterAll } from "vitest";
import { startVisiting, type Visiting } from "../../support/visiting.ts";

export async function openVisiting(...given: Parameters<typeof startVisiting>): Promise<Visiting> {
  const visiting = await startVisiting(...given);
  afterAll(() => visiting.close());
  return visiting;
}
