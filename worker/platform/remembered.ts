/** An answer is used while what it was made from is what is published. */
export type Memory<Answer> = Map<string, { sources: readonly unknown[]; answer: Answer }>;
/** Three languages of some twenty addresses, each with and without a session. */
const most = 256;

export async function remembered<Answer>(
  memory: Memory<Answer>,
  key: string,
  sources: readonly unknown[],
  make: () => Promise<Answer>,
): Promise<Answer> {
  const known = memory.get(key);
  if (known?.sources.every((source, at) => source === sources[at])) return known.answer;
  const answer = await make();
  memory.delete(key);
  memory.set(key, { sources, answer });
  const [oldest = key] = memory.keys();
  if (memory.size > most) memory.delete(oldest);
  return answer;
}
