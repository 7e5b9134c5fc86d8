import styles from "./ChoiceCards.module.css";
import choice from "./choice.module.css";
import { classNames } from "./class-names.ts";
import mark from "./mark.module.css";

interface Choice<Value extends string> {
  value: Value;
  title: string;
  text?: string | undefined;
}

interface Shared<Value extends string> {
  legend: React.ReactNode;
  /** The legend is already on the page as a heading. */
  isLegendHidden?: boolean;
  name: string;
  options: readonly Choice<Value>[];
  className?: string | undefined;
}
interface Single<Value extends string> extends Shared<Value> {
  multiple?: false;
  value: Value | null;
  onChange: (value: Value) => void;
}
interface Multiple<Value extends string> extends Shared<Value> {
  multiple: true;
  value: readonly Value[];
  onChange: (value: Value[]) => void;
}

export function ChoiceCards<Value extends string>(props: Single<Value> | Multiple<Value>) {
  const { legend, isLegendHidden = false, name, options, className } = props;
  const isChosen = (value: Value) =>
    props.multiple ? props.value.includes(value) : props.value === value;
  const choose = (value: Value) => {
    if (!props.multiple) return props.onChange(value);
    props.onChange(
      isChosen(value) ? props.value.filter((chosen) => chosen !== value) : [...props.value, value],
    );
  };
  return (
    <fieldset className={className}>
      <legend className={isLegendHidden ? "visually-hidden" : styles.legend}>{legend}</legend>
      <div className={styles.cards}>
        {options.map((option) => (
          <label key={option.value} className={classNames(choice.card, styles.card)}>
            <input
              type={props.multiple ? "checkbox" : "radio"}
              name={name}
              value={option.value}
              checked={isChosen(option.value)}
              onChange={() => choose(option.value)}
              className={classNames(mark.mark, choice.mark)}
            />
            <span className={styles.title}>{option.title}</span>
            {option.text ? <span className={styles.text}>{option.text}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
