import styles from "./choice.module.css";
import field from "./form.module.css";
import mark from "./mark.module.css";

interface ChoiceCardsProps<Value extends string> {
  legend: React.ReactNode;
  name: string;
  options: readonly { value: Value; title: string; text?: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { legend, name, options, value: chosen, onChange } = props;
  return (
    <fieldset>
      <legend className={field.legend}>{legend}</legend>
      <div className={styles.cards}>
        {options.map(({ value, title, text }) => (
          <label key={value} className={`${styles.card} ${styles.cardsCard}`}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChange(value)}
              className={`${mark.mark} ${styles.mark}`}
            />
            <span className={styles.title}>{title}</span>
            {text ? <span className="soft">{text}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
