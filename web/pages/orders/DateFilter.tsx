import { useState } from "react";
import { useI18n } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "./orders.module.css";

interface DateFilterProps {
  start: string;
  end: string;
  onApply: (dates: { start?: string | undefined; end?: string | undefined }) => void;
  onClear: () => void;
}

export function DateFilter({ start, end, onApply, onClear }: DateFilterProps) {
  const { t } = useI18n();
  const [from, setFrom] = useState(start);
  const [to, setTo] = useState(end);
  return (
    <form
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        onApply({ start: from || undefined, end: to || undefined });
      }}
    >
      <TextField
        label={t("shop.orders.from")}
        name="start"
        type="date"
        max={to || undefined}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label={t("shop.orders.to")}
        name="end"
        type="date"
        min={from || undefined}
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button variant="secondary" type="submit">
        {t("shop.orders.apply")}
      </Button>
      {[start, end, from, to].some((date) => date !== "") ? (
        <Button
          variant="quiet"
          onClick={() => {
            setFrom("");
            setTo("");
            onClear();
          }}
        >
          {t("shop.orders.clear")}
        </Button>
      ) : null}
    </form>
  );
}
