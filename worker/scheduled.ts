import type { Deps } from "./context.ts";

export async function runSchedule(_deps: Deps): Promise<void> {}
