export function run(
  command: string,
  args: readonly string[],
  options?: { inherit?: boolean; env?: Record<string, string> },
): Promise<string>;
