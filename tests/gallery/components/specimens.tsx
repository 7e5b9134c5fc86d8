/** Every component of web/ui and web/feedback in every state that it has, by its file; tests/web/specimens.test.tsx holds that none is missing. */
import { useState, type ReactNode } from "react";
import { ApiError } from "../../../web/api/api-error.ts";
import { ErrorSummary } from "../../../web/feedback/ErrorSummary.tsx";
import { FailureNotice } from "../../../web/feedback/FailureNotice.tsx";
import { Outcome } from "../../../web/feedback/Outcome.tsx";
import Toasts from "../../../web/feedback/Toasts.tsx";
import type { Translate } from "../../../web/i18n/translate.ts";
import SidePortrait from "../../../web/scent/SidePortrait.tsx";
import { showToast } from "../../../web/stores/toasts.ts";
import { Badge } from "../../../web/ui/Badge.tsx";
import { Button } from "../../../web/ui/Button.tsx";
import { Checkbox } from "../../../web/ui/Checkbox.tsx";
import { ChoiceCards } from "../../../web/ui/ChoiceCards.tsx";
import { Combobox } from "../../../web/ui/Combobox.tsx";
import { Dialog } from "../../../web/ui/Dialog.tsx";
import { Disclosure } from "../../../web/ui/Disclosure.tsx";
import { EmptyState } from "../../../web/ui/EmptyState.tsx";
import { Field } from "../../../web/ui/Field.tsx";
import fieldStyles from "../../../web/ui/Field.module.css";
import { Notice } from "../../../web/ui/Notice.tsx";
import { PasswordField } from "../../../web/ui/PasswordField.tsx";
import { Progress } from "../../../web/ui/Progress.tsx";
import { SelectField } from "../../../web/ui/SelectField.tsx";
import { Skeleton } from "../../../web/ui/Skeleton.tsx";
import { Stepper } from "../../../web/ui/Stepper.tsx";
import { Tabs } from "../../../web/ui/Tabs.tsx";
import { TextField } from "../../../web/ui/TextField.tsx";
import { Toast, ToastRegion } from "../../../web/ui/Toast.tsx";
import { focused, opened } from "./states.ts";

/** By the name of the state, which is told in English. */
type States = Record<string, ReactNode>;

function Held<Value>({
  start,
  children,
}: {
  start: Value;
  children: (value: Value, hold: (value: Value) => void) => ReactNode;
}) {
  const [value, hold] = useState(start);
  return children(value, hold);
}

const nothing = () => undefined;
const tones = ["info", "success", "warning", "danger"] as const;

const fieldStates = (t: Translate) => ({
  empty: { hint: t("auth.register.email_hint") },
  filled: { defaultValue: "mei@example.test" },
  [focused]: { defaultValue: "mei@example.test" },
  wrong: { defaultValue: "mei@", error: t("common.errors.field.invalid_email"), required: true },
  "read-only": { defaultValue: "mei@example.test", readOnly: true },
  disabled: { defaultValue: "mei@example.test", disabled: true },
});

const eachOf = <Props,>(
  states: Record<string, Props>,
  draw: (props: Props, state: string) => ReactNode,
): States =>
  Object.fromEntries(Object.entries(states).map(([state, props]) => [state, draw(props, state)]));

function buttons(t: Translate): States {
  const states = { usual: {}, [focused]: {}, busy: { busy: true }, disabled: { disabled: true } };
  return eachOf(states, (props) => (
    <div className="row">
      <Button {...props} variant="primary">
        {t("shop.cart.checkout")}
      </Button>
      <Button {...props}>{t("common.back")}</Button>
      <Button {...props} variant="quiet">
        {t("shop.cart.continue")}
      </Button>
      <Button {...props} variant="danger">
        {t("shop.cart.clear")}
      </Button>
    </div>
  ));
}

function choiceCards(t: Translate): States {
  const options = [
    {
      value: "one",
      title: t("auth.register.individual"),
      text: t("auth.register.individual_text"),
    },
    { value: "many", title: t("auth.register.business"), text: t("auth.register.business_text") },
    { value: "word", title: t("shop.checkout.carrier.none") },
  ];
  const legend = t("auth.register.individual");
  const one = (start: string | null, name: string) => (
    <Held start={start}>
      {(value, hold) => (
        <ChoiceCards legend={legend} name={name} options={options} value={value} onChange={hold} />
      )}
    </Held>
  );
  return {
    empty: one(null, "cards-empty"),
    [focused]: one("one", "cards-focused"),
    "one chosen": one("many", "cards-one"),
    "several chosen": (
      <Held start={["one", "word"]}>
        {(value, hold) => (
          <ChoiceCards
            multiple
            legend={legend}
            name="cards-several"
            options={options}
            value={value}
            onChange={hold}
          />
        )}
      </Held>
    ),
  };
}

function dialogs(t: Translate): States {
  const dialog = (kind: (typeof opened)[number]) => (
    <Held start={false}>
      {(isOpen, hold) => (
        <>
          <Button data-opens={kind} onClick={() => hold(true)}>
            {t("auth.register.read_terms")}
          </Button>
          <Dialog
            open={isOpen}
            onClose={() => hold(false)}
            title={t("shop.cart.clear_title")}
            closeLabel={t("common.close")}
            side={kind === "reading" ? "centre" : kind}
            isReading={kind === "reading"}
            actions={
              <>
                <Button onClick={() => hold(false)}>{t("common.cancel")}</Button>
                <Button variant="danger" onClick={() => hold(false)}>
                  {t("shop.cart.clear")}
                </Button>
              </>
            }
          >
            {Array.from({ length: kind === "reading" ? 24 : 1 }, (_, line) => (
              <p key={line}>{t("shop.cart.clear_text")}</p>
            ))}
          </Dialog>
        </>
      )}
    </Held>
  );
  return Object.fromEntries(opened.map((kind) => [kind, dialog(kind)]));
}

const mistakesOf = (t: Translate) => [
  { name: "name", text: t("shop.checkout.errors.name_required") },
  { name: "phone", text: t("shop.checkout.errors.phone_invalid") },
];

/** A toast of the region that the whole shop has; it goes by itself after a while. */
function SharedToasts({ text }: { text: string }) {
  useState(() => showToast(text));
  return <Toasts isInline />;
}

export const specimens: Record<string, (t: Translate) => States> = {
  "ui/Button": buttons,
  "ui/TextField": (t) => ({
    ...eachOf(fieldStates(t), (props, state) => (
      <TextField {...props} name={`text-${state}`} label={t("auth.fields.email")} />
    )),
    multiline: (
      <TextField
        multiline
        name="note"
        label={t("shop.checkout.note")}
        hint={t("shop.checkout.note_hint")}
      />
    ),
  }),
  "ui/PasswordField": (t) =>
    eachOf(fieldStates(t), (props, state) => (
      <PasswordField
        {...props}
        name={`password-${state}`}
        label={t("auth.fields.password")}
        showShort={t("auth.password.show_short")}
        hideShort={t("auth.password.hide_short")}
        showLabel={t("auth.password.show")}
        hideLabel={t("auth.password.hide")}
      />
    )),
  "ui/SelectField": (t) => {
    const options = [
      { value: "", label: t("auth.register.choose_country") },
      { value: "TW", label: t("common.location.taiwan") },
    ];
    const states = {
      empty: {},
      filled: { defaultValue: "TW" },
      [focused]: { defaultValue: "TW" },
      wrong: { error: t("common.errors.field.invalid_choice"), required: true },
      disabled: { defaultValue: "TW", disabled: true },
    };
    return eachOf(states, (props, state) => (
      <SelectField
        {...props}
        name={`select-${state}`}
        label={t("auth.fields.country")}
        options={options}
      />
    ));
  },
  "ui/Field": (t) => ({
    "any control": (
      <Field label={t("auth.fields.address")} required>
        {(ids) => <input {...ids} type="text" className={fieldStyles.control} />}
      </Field>
    ),
  }),
  "ui/Combobox": (t) => {
    const groups = [
      {
        label: t("shop.checkout.address.saved"),
        options: [
          { id: "tw", label: t("common.location.taiwan") },
          { id: "jp", label: t("common.location.japan") },
        ],
      },
    ];
    const box = (
      <Held start="">
        {(query, hold) => (
          <Combobox
            label={t("common.location.label")}
            query={query}
            groups={groups}
            nothing={t("shop.checkout.address.none")}
            onQuery={hold}
            onPick={nothing}
          />
        )}
      </Held>
    );
    return { empty: box, [focused]: box };
  },
  "ui/Checkbox": (t) => {
    const states = {
      empty: {},
      ticked: { defaultChecked: true },
      [focused]: { defaultChecked: true },
      wrong: { error: t("auth.register.terms_required") },
      disabled: { defaultChecked: true, disabled: true },
    };
    return eachOf(states, (props) => <Checkbox {...props} label={t("auth.register.terms")} />);
  },
  "ui/ChoiceCards": choiceCards,
  "ui/Stepper": (t) => {
    const stepper = (start: number) => (
      <Held start={start}>
        {(value, hold) => (
          <Stepper
            label={t("shop.purchase.quantity")}
            value={value}
            min={1}
            step={1}
            parse={Number}
            fit={(wanted) => Math.max(1, wanted)}
            onChange={hold}
            decreaseLabel={t("shop.purchase.fewer")}
            increaseLabel={t("shop.purchase.more")}
          />
        )}
      </Held>
    );
    return { "at its least": stepper(1), [focused]: stepper(12) };
  },
  "ui/Tabs": (t) => {
    const tabs = (["basic-info", "password", "addresses"] as const).map((id) => ({
      id,
      label: t(`auth.profile.tabs.${id}`),
    }));
    const words = { label: t("auth.profile.section"), tabs };
    const list = (isStacked = false) => (
      <Held start={tabs[1]!.id}>
        {(value, hold) => (
          <Tabs {...words} value={value} onChange={hold} isStacked={isStacked}>
            <p>{t("auth.profile.intro")}</p>
          </Tabs>
        )}
      </Held>
    );
    return { "second chosen": list(), stacked: list(true), [focused]: list() };
  },
  "ui/Disclosure": (t) => ({
    closed: (
      <Disclosure button={t("common.nav.member")} buttonClassName="plain">
        {(close) => <Button onClick={close}>{t("common.nav.logout")}</Button>}
      </Disclosure>
    ),
  }),
  "ui/Dialog": dialogs,
  "ui/Notice": (t) =>
    Object.fromEntries(
      tones.map((tone) => [
        tone,
        <Notice
          key={tone}
          tone={tone}
          title={t("auth.profile.saved")}
          actions={<Button>{t("common.retry")}</Button>}
        >
          <p>{t("auth.profile.intro")}</p>
        </Notice>,
      ]),
    ),
  "ui/Badge": (t) => ({
    "every tone": (
      <div className="row">
        {(["neutral", ...tones] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {t("common.language.current")}
          </Badge>
        ))}
      </div>
    ),
  }),
  "ui/EmptyState": (t) => ({
    usual: (
      <EmptyState
        picture={<SidePortrait />}
        title={t("shop.cart.empty_title")}
        actions={<Button variant="primary">{t("shop.cart.to_quiz")}</Button>}
      >
        {t("shop.cart.empty_text")}
      </EmptyState>
    ),
    "with something beside it": (
      <EmptyState title={t("shop.orders.empty_title")} beside={<Skeleton block="list" />}>
        {t("shop.orders.empty_text")}
      </EmptyState>
    ),
  }),
  "ui/Progress": (t) => ({
    begun: <Progress value={2} max={5} label={t("common.loading")} />,
    done: <Progress value={5} max={5} label={t("common.loading")} />,
  }),
  "ui/Skeleton": () => ({ lines: <Skeleton lines={4} />, block: <Skeleton block="line-item" /> }),
  "ui/Toast": (t) => ({
    info: (
      <ToastRegion isInline>
        <Toast
          closeLabel={t("common.close")}
          action={{ label: t("common.undo"), run: nothing }}
          onGone={nothing}
        >
          {t("shop.cart.cleared")}
        </Toast>
      </ToastRegion>
    ),
    danger: (
      <ToastRegion isInline>
        <Toast tone="danger" closeLabel={t("common.close")} onGone={nothing}>
          {t("common.errors.network_error")}
        </Toast>
      </ToastRegion>
    ),
  }),
  "feedback/Toasts": (t) => ({ "one said": <SharedToasts text={t("shop.cart.cleared")} /> }),
  "feedback/ErrorSummary": (t) => ({
    "two mistakes": (
      <ErrorSummary
        title={t("shop.checkout.errors.summary")}
        mistakes={mistakesOf(t)}
        onChoose={nothing}
      />
    ),
  }),
  "feedback/FailureNotice": (t) => ({
    "can be tried again": (
      <FailureNotice
        title={t("auth.profile.save_failed")}
        error={new ApiError("upstream_unavailable", { status: 503 })}
        retry={nothing}
      />
    ),
  }),
  "feedback/Outcome": (t) => ({
    saved: (
      <Outcome>
        <Notice tone="success" title={t("auth.profile.saved")} />
      </Outcome>
    ),
  }),
};
