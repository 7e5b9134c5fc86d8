import { lazy, useRef, useState } from "react";
import { memberLimits, type ShippingAddress } from "#contract/member";
import {
  addShippingAddress,
  changeShippingAddress,
  removeShippingAddress,
  useShippingAddresses,
} from "../../api/addresses.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import form from "../../ui/form.module.css";
import styles from "./profile.module.css";

const SidePortrait = lazy(() => import("../../scent/SidePortrait.tsx"));

type Work = { kind: "add" } | { kind: "edit" | "remove"; entry: ShippingAddress };

export function AddressesTab() {
  const { t } = useI18n();
  const { data: addresses, error, mutate } = useShippingAddresses(true);
  const [work, setWork] = useState<Work | null>(null);
  const [done, setDone] = useState<"saved" | "removed" | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const begin = (next: Work) => {
    setDone(null);
    setWork(next);
  };
  const cancel = () => setWork(null);
  const finish = (outcome: "saved" | "removed") => {
    setWork(null);
    setDone(outcome);
    // After a removal the button that opened the dialog is gone; otherwise the dialog restores the focus.
    if (outcome === "removed") window.setTimeout(() => addButton.current?.focus());
  };

  if (error && !addresses) return <FailureNotice error={error} retry={() => void mutate()} />;
  if (!addresses) return <Skeleton lines={4} label={t("common.loading")} />;
  const add = (
    <Button ref={addButton} variant="primary" onClick={() => begin({ kind: "add" })}>
      {t("auth.profile.addresses.add")}
    </Button>
  );
  return (
    <>
      {done === null ? null : <Notice tone="success" title={t(`auth.profile.addresses.${done}`)} />}
      {addresses.length === 0 ? (
        <EmptyState
          picture={<SidePortrait />}
          title={t("auth.profile.addresses.empty_title")}
          actions={add}
        >
          {t("auth.profile.addresses.empty_text")}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.list}>
            {addresses.map((entry) => (
              <AddressRow key={entry.id} entry={entry} onBegin={(kind) => begin({ kind, entry })} />
            ))}
          </ul>
          <div className={form.actions}>{add}</div>
        </>
      )}
      {work?.kind === "remove" ? (
        <RemoveDialog entry={work.entry} onClose={cancel} onDone={() => finish("removed")} />
      ) : null}
      {work?.kind === "add" ? (
        <AddressDialog entry={null} onClose={cancel} onDone={() => finish("saved")} />
      ) : null}
      {work?.kind === "edit" ? (
        <AddressDialog entry={work.entry} onClose={cancel} onDone={() => finish("saved")} />
      ) : null}
    </>
  );
}

function AddressRow({
  entry,
  onBegin,
}: {
  entry: ShippingAddress;
  onBegin: (kind: "edit" | "remove") => void;
}) {
  const { t } = useI18n();
  const { address } = entry;
  return (
    <li className={styles.row}>
      <p className={styles.main}>{address}</p>
      <div className={styles.buttons}>
        <Button
          variant="quiet"
          aria-label={t("auth.profile.addresses.edit_named", { address })}
          onClick={() => onBegin("edit")}
        >
          {t("auth.profile.addresses.edit")}
        </Button>
        <Button
          variant="quiet"
          aria-label={t("auth.profile.addresses.remove_named", { address })}
          onClick={() => onBegin("remove")}
        >
          {t("auth.profile.addresses.remove")}
        </Button>
      </div>
    </li>
  );
}

/** Closes the dialog on success; after a failure the input is kept. */
function useChange(onDone: () => void) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (change: () => Promise<unknown>) => {
    setFailure(null);
    setBusy(true);
    try {
      await change();
      onDone();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return { failure, isBusy, run };
}

interface DialogWays {
  onClose: () => void;
  onDone: () => void;
}

function AddressDialog({ entry, onClose, onDone }: { entry: ShippingAddress | null } & DialogWays) {
  const { t } = useI18n();
  const [address, setAddress] = useState(entry?.address ?? "");
  const { failure, isBusy, run } = useChange(onDone);
  const trimmed = address.trim();
  const save = () =>
    run(() =>
      entry === null ? addShippingAddress(trimmed) : changeShippingAddress(entry.id, trimmed),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(entry === null ? "auth.profile.addresses.add" : "auth.profile.addresses.edit_title")}
      closeLabel={t("common.close")}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabled={trimmed === ""}
            onClick={() => void save()}
          >
            {t("common.save")}
          </Button>
        </>
      }
    >
      {failure === null ? null : (
        <FailureNotice title={t("auth.profile.addresses.failed")} error={failure} />
      )}
      <TextField
        label={t("auth.fields.address")}
        name="address"
        multiline
        autoComplete="street-address"
        required
        maxLength={memberLimits.address}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
    </Dialog>
  );
}

function RemoveDialog({ entry, onClose, onDone }: { entry: ShippingAddress } & DialogWays) {
  const { t } = useI18n();
  const { failure, isBusy, run } = useChange(onDone);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("auth.profile.addresses.remove_title")}
      closeLabel={t("common.close")}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            variant="danger"
            busy={isBusy}
            onClick={() => void run(() => removeShippingAddress(entry.id))}
          >
            {t("auth.profile.addresses.remove")}
          </Button>
        </>
      }
    >
      {failure === null ? null : (
        <FailureNotice title={t("auth.profile.addresses.remove_failed")} error={failure} />
      )}
      <p>{entry.address}</p>
    </Dialog>
  );
}
