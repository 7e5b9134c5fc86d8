/** Readers of the upstream's answers; README.md says what each takes. */
import * as z from "zod/mini";
import type { Reading } from "./endpoint.ts";

export const text = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

/** Of a closed list, which is spelled in capitals. */
export const word = z.pipe(text, z.string().check(z.trim(), z.toUpperCase()));

export const number = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^ {0,9}-?\d{1,15}(\.\d{1,9})? {0,9}$/))]),
  z.transform(Number),
);
export const whole = z.pipe(number, z.int());
export const between = (least: number, most: number) =>
  z.pipe(number, z.number().check(z.gte(least), z.lte(most)));
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.pipe(word, z.enum(words));
/** Whole NT$. A price with cents cannot be charged, so it is refused, not rounded. */
export const money = z.pipe(number, z.int());

export const flag = z.union([
  z.boolean(),
  z.pipe(
    z.literal([0, 1]),
    z.transform((value: 0 | 1) => value === 1),
  ),
  z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] }),
]);

/** Below it a number is seconds. */
const leastMilliseconds = 1e11;

/** ISO text, also with `/` or a zone of hours alone, or seconds or milliseconds since 1970. */
export const time = z.union([z.string(), number]);

export function timeOf(value: string | number | null, { zone, guessed }: Reading): number | null {
  if (value === null) return null;
  if (typeof value === "number") return value > leastMilliseconds ? value : value * 1000;
  const iso = value
    .replaceAll("/", "-")
    .replace(/([+-]\d{2})$/, (hours, _, at) => (at > 10 ? `${hours}:00` : hours));
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(iso);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
  const isWhole = hasZone || isDay;
  const found = Date.parse(isWhole ? iso : `${iso.replace(" ", "T")}${zone}`);
  if (Number.isNaN(found)) return null;
  if (!isWhole) guessed(`a time without a zone is of ${zone}`);
  return found;
}

export function maybe<Value>(schema: z.ZodMiniType<Value>): z.ZodMiniType<Value | null> {
  return otherwise<Value | null>(schema, null);
}

/** Of a field that may be missing. */
export function reading<Value>(read: (value: unknown) => Value) {
  return z.pipe(z.optional(z.unknown()), z.transform(read));
}

/** What is missing is not tried: to say why it is refused takes longer than to read it. */
export function otherwise<Value>(schema: z.ZodMiniType<Value>, fallback: Value) {
  return reading((value) =>
    value == null ? fallback : (z.safeParse(schema, value).data ?? fallback),
  );
}

export function each<Name extends string, Value>(
  reader: z.ZodMiniType<Value>,
  ...names: readonly Name[]
) {
  // Its keys are all the names.
  return Object.fromEntries(names.map((name) => [name, reader])) as Record<Name, typeof reader>;
}

export function list<Entry>(entry: z.ZodMiniType<Entry>): z.ZodMiniType<Entry[]> {
  return z.pipe(z.transform(unwrapped), z.array(entry));
}

/** One unreadable entry costs itself alone. */
export function listWithoutUnreadable<Entry>(entry: z.ZodMiniType<Entry>): z.ZodMiniType<Entry[]> {
  const read = (raw: unknown) => z.safeParse(entry, raw);
  return z.pipe(
    list(z.unknown()),
    z.transform((raws: unknown[]) =>
      raws.map(read).flatMap((one) => (one.success ? [one.data] : [])),
    ),
  );
}

/** Without a readable entry it is no such list. */
export function listOfSome<Entry>(entry: z.ZodMiniType<Entry>): z.ZodMiniType<Entry[]> {
  const isEmpty = z.pipe(list(z.unknown()), z.array(z.never()));
  return z.union([isEmpty, listWithoutUnreadable(entry).check(z.minLength(1))]);
}

/** Whatever it is, it costs nothing else. */
export const listOfReadable = <Entry>(entry: z.ZodMiniType<Entry>) =>
  otherwise(listWithoutUnreadable(entry), []);

export function unwrapped(value: unknown): unknown {
  const isEnvelope = typeof value === "object" && value !== null && "data" in value;
  return isEnvelope ? (value.data ?? []) : value;
}
