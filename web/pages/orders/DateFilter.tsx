import { useState } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./orders.module.css";

interface DateFilterProps {
  start: string;
  end: string;
  /** While the orders cannot be read. */
  isDisabled: boolean;
  onApply: (dates: { start?: string | undefined; end?: string | undefined }) => void;
  onClear: () => void;
}

export function DateFilter({ start, end, isDisabled, onApply, onClear }: DateFilterProps) {
  const { t } = useI18n();
  const [from, setFrom] = useState(start);
  const [to, setTo] = useState(end);
  const [isRefused, setRefused] = useState(false);
  const change = (set: (date: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    setRefused(false);
  };
  return (
    <form
      className={styles.filter}
      // The browser would complain in its own language.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== "" && to !== "" && from > to) return setRefused(true);
        onApply({ start: from || undefined, end: to || undefined });
      }}
    >
      <TextField
        label={t("shop.orders.from")}
        name="start"
        type="date"
        max={to || undefined}
        value={from}
        onChange={change(setFrom)}
      />
      <TextField
        label={t("shop.orders.to")}
        name="end"
        type="date"
        min={from || undefined}
        value={to}
        error={isRefused ? t("shop.orders.end_before_start") : undefined}
        onChange={change(setTo)}
      />
      <Button variant="secondary" type="submit" disabled={isDisabled}>
        {t("shop.orders.apply")}
      </Button>
      {[start, end, from, to].some((date) => date !== "") ? (
        <Button
          variant="quiet"
          onClick={() => {
            setFrom("");
            setTo("");
            setRefused(false);
            onClear();
          }}
        >
          {t("shop.orders.clear")}
        </Button>
      ) : null}
    </form>
  );
}
