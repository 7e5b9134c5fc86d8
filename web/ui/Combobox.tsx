import { useState, type KeyboardEvent, type Ref } from "react";
import { classNames } from "./class-names.ts";
import { useField } from "./TextField.tsx";
import styles from "./choice.module.css";

export interface ComboboxGroup {
  label: string;
  options: { id: string; label: string; detail?: string }[];
}

interface ComboboxProps {
  label: string;
  hint?: string;
  query: string;
  groups: readonly ComboboxGroup[];
  nothing: string;
  onQuery: (query: string) => void;
  onPick: (id: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A text field with a list to pick from, as the ARIA practices have it: the focus stays. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, query, groups, nothing, onQuery, onPick, ref } = props;
  const { control, around } = useField({ label, hint, className: styles.combobox });
  const { id } = control;
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<number | null>(null);
  const options = groups.flatMap((group) => group.options);
  // Who has typed something means the first option until told otherwise.
  const at = moved === null && query.trim() !== "" ? 0 : moved;
  const active = isOpen && at !== null ? options[Math.min(at, options.length - 1)] : undefined;
  const optionId = (option: string) => `${id}-${options.findIndex((one) => one.id === option)}`;
  const close = () => {
    setOpen(false);
    setMoved(null);
  };
  const pick = (option: string) => {
    close();
    onPick(option);
  };
  const move = (step: number) => {
    setOpen(true);
    const from = at ?? (step > 0 ? -1 : options.length);
    const next = isOpen ? (from + step + options.length) % Math.max(1, options.length) : at;
    setMoved(next ?? (step > 0 ? 0 : options.length - 1));
    const target = document.getElementById(`${id}-${next ?? 0}`);
    target?.scrollIntoView?.({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    // An input method uses these keys to choose characters.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && active !== undefined) pick(active.id);
    else if (event.key === "Escape" && (isOpen || query !== "")) {
      if (!isOpen) onQuery("");
      close();
    } else if (event.key !== "Enter") return;
    event.preventDefault();
  };
  return around(
    <span className={styles.comboboxBox}>
      <input
        {...control}
        ref={ref}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={active === undefined ? undefined : optionId(active.id)}
        value={query}
        onChange={(event) => {
          setOpen(true);
          setMoved(null);
          onQuery(event.target.value);
        }}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={press}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className={styles.list}
        hidden={!isOpen || options.length === 0}
        // The focus stays in the field.
        onPointerDown={(event) => event.preventDefault()}
      >
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <div className={styles.group} aria-hidden="true">
              {group.label}
            </div>
            {group.options.map((option) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field's keys choose
              <div
                key={option.id}
                id={optionId(option.id)}
                role="option"
                aria-selected={option.id === active?.id}
                className={classNames(styles.option, option.id === active?.id && styles.active)}
                onClick={() => pick(option.id)}
              >
                {option.label}
                {option.detail === undefined ? null : (
                  <span className={`soft ${styles.detail}`} lang="la">
                    {option.detail}
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      {isOpen && options.length === 0 ? (
        <div className={`soft ${styles.list} ${styles.nothing}`} role="status">
          {nothing}
        </div>
      ) : null}
    </span>,
  );
}
