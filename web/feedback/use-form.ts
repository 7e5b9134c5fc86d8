import { useState, type FormEvent } from "react";
import { ApiError, errorText, fieldErrorKey } from "../api/errors.ts";
import { t, type MessageKey } from "../i18n/translate.ts";
import { jsonIn, tabKeys, tabStorage } from "../stores/storage.ts";
import { useWork } from "./use-work.ts";

interface FormOptions<Values> {
  /** What is typed outlives a reload, Back and a change of language in this tab: never a password. */
  storedAs?: string;
  /** The field that a refusal of the whole is about, by the refusal's code. */
  fieldOf?: Partial<Record<string, keyof Values & string>>;
}

type Mistakes<Values, Mistake = string> = Partial<Record<keyof Values & string, Mistake>>;

/** A mistake shows once its field was left or the form was sent, and goes when it is edited. */
export function useForm<Values extends object>(
  initial: Values,
  check: (values: Values) => Mistakes<Values, MessageKey>,
  { storedAs, fieldOf = {} }: FormOptions<Values> = {},
) {
  const { isBusy, failure, run, forget } = useWork();
  const [values, setValues] = useState(() =>
    storedAs === undefined ? initial : { ...initial, ...storedForms()[storedAs] },
  );
  const [shown, setShown] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState<Mistakes<Values>>({});
  const [tries, setTries] = useState(0);
  const mistakes = check(values);
  const errors: Mistakes<Values> = {
    ...textsOf(only(mistakes, (name) => shown.includes(name))),
    ...refusals,
  };

  const change = (part: Partial<Values>) => {
    const isOther = (name: string) => !(name in part);
    setValues((current) => ({ ...current, ...part }));
    if (storedAs !== undefined) storeForm(storedAs, only(part, isNoSecret));
    setShown((current) => current.filter(isOther));
    setRefusals((current) => only(current, isOther));
  };
  const field = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value } as unknown as Partial<Values>),
    onBlur: () => setShown((current) => [...current, name]),
  });

  const isRight = () => {
    const wrong = Object.keys(mistakes);
    setTries((count) => count + 1);
    setShown(wrong);
    focusFirst(wrong);
    return wrong.length === 0;
  };
  const refuse = (error: unknown): boolean => {
    const refused = only(refusalsOf(error, fieldOf), (name) => name in values);
    setRefusals(refused as Mistakes<Values>);
    focusFirst(Object.keys(refused));
    return Object.keys(refused).length > 0;
  };
  const forgetTyped = () => {
    if (storedAs !== undefined) storeForm(storedAs, null);
  };
  const clear = () => {
    setValues(initial);
    forgetTyped();
  };
  const submit = (send: (values: Values) => Promise<unknown>) => (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isRight()) return;
    void run(async () => {
      try {
        await send(values);
        forgetTyped();
      } catch (error) {
        if (!refuse(error)) throw error;
      }
    });
  };
  const startOver = () => {
    setShown([]);
    setRefusals({});
    forget();
  };
  return {
    values,
    setValues,
    change,
    field,
    errors,
    tries,
    isRight,
    refuse,
    submit,
    startOver,
    clear,
    isBusy,
    failure,
  };
}

const isNoSecret = (name: string) => !name.includes("password");

function storedForms(): Record<string, object | undefined> {
  return { ...(jsonIn(tabStorage.getItem(tabKeys.forms)) as object | null) };
}

function storeForm(name: string, part: object | null): void {
  const forms = storedForms();
  const form = part === null ? undefined : { ...forms[name], ...part };
  tabStorage.setItem(tabKeys.forms, JSON.stringify({ ...forms, [name]: form }));
}

function refusalsOf(error: unknown, fieldOf: Partial<Record<string, string>>) {
  if (!(error instanceof ApiError)) return {};
  const whole = fieldOf[error.code];
  if (whole !== undefined) return { [whole]: errorText(error) };
  return Object.fromEntries(
    Object.entries(error.fields ?? {}).map(([name, code]) => [name, t(fieldErrorKey(code))]),
  );
}

function textsOf(mistakes: Partial<Record<string, MessageKey>>) {
  return Object.fromEntries(
    Object.entries(mistakes).map(([name, key]) => [name, key && t(key)]),
  ) as Mistakes<Record<string, string>>;
}

function only<Named extends object>(all: Named, isWanted: (name: string) => boolean) {
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => isWanted(name)),
  ) as Partial<Named>;
}

export function focusFirst(names: readonly string[]): void {
  if (names.length === 0) return;
  const fields = names.map((name) => `[name="${CSS.escape(name)}"]`).join(",");
  const first = document.querySelector<HTMLElement>(fields);
  // What is folded away is unfolded.
  first?.closest("details")?.setAttribute("open", "");
  first?.focus();
}
