export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; error: Problem };

export function good<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function bad<Problem>(error: Problem): { ok: false; error: Problem } {
  return { ok: false, error };
}
