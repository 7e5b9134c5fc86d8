import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import styles from "./Tabs.module.css";
import { classNames } from "./class-names.ts";
import { useMedia } from "./use-media.ts";

interface Tab<Id extends string> {
  id: Id;
  label: string;
  note?: ReactNode;
  isDone?: boolean;
  isDisabled?: boolean;
}

export interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  className?: string | undefined;
  listClassName?: string | undefined;
  /** On a wide screen they stand one below the other; up and down move between them too. */
  isStacked?: boolean;
  children: ReactNode;
}

/** One tab stop; arrows, Home and End move between the tabs and choose at once. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, value, onChange, className, listClassName, isStacked, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const isWide = useMedia("(min-width: 62rem)");
  const isVertical = isStacked && isWide;

  const move = (event: KeyboardEvent) => {
    const enabled = tabs.filter((tab) => !tab.isDisabled);
    const current = enabled.findIndex((tab) => tab.id === value);
    const last = enabled.length - 1;
    const next = current === last ? 0 : current + 1;
    const before = current === 0 ? last : current - 1;
    const targets: Record<string, number> = {
      ArrowRight: next,
      ArrowLeft: before,
      ...(isVertical ? { ArrowDown: next, ArrowUp: before } : {}),
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    const tab = target === undefined ? undefined : enabled[target];
    if (tab === undefined) return;
    event.preventDefault();
    onChange(tab.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[tabs.indexOf(tab)]?.focus();
  };

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        aria-orientation={isVertical ? "vertical" : undefined}
        className={classNames(styles.list, isStacked && styles.stacked, listClassName)}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            aria-disabled={tab.isDisabled || undefined}
            className={styles.tab}
            onClick={tab.isDisabled ? undefined : () => onChange(tab.id)}
            onKeyDown={move}
          >
            {tab.label}
            {tab.note === undefined ? null : (
              <>
                {" "}
                <small className={classNames(styles.note, tab.isDone && styles.done)}>
                  {tab.note}
                </small>
              </>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  );
}
