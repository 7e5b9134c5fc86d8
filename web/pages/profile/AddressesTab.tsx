import { useRef, useState } from "react";
import type { ShippingAddress } from "#contract/member";
import { t } from "../../i18n/translate.ts";
import AddressDialog from "../../account/AddressDialog.tsx";
import { removeShippingAddress, useShippingAddresses } from "../../api/member.ts";
import { Loading } from "../../feedback/FailureNotice.tsx";
import { TaskDialog } from "../../feedback/TaskDialog.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import form from "../../ui/form.module.css";
import styles from "./profile.module.css";

type Work = { kind: "add"; entry: null } | { kind: "edit" | "remove"; entry: ShippingAddress };

export default function AddressesTab() {
  const read = useShippingAddresses(true);
  const addresses = read.data?.data;
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
    // After a removal the button is gone to which the dialog gives the focus back.
    if (outcome === "removed") window.setTimeout(() => addButton.current?.focus());
  };

  if (!addresses) return <Loading of={read} lines={4} />;
  const add = (
    <Button ref={addButton} onClick={() => begin({ kind: "add", entry: null })}>
      {t("auth.profile.addresses.add")}
    </Button>
  );
  return (
    <>
      {done === null ? null : <Notice tone="success" title={t(`auth.profile.addresses.${done}`)} />}
      {addresses.length === 0 ? (
        <EmptyState title={t("auth.profile.addresses.empty_title")} actions={add}>
          {t("auth.profile.addresses.empty_text")}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.list}>
            {addresses.map(({ id, address }) => (
              <li key={id} className={`cluster ${styles.row}`}>
                <p className={styles.main}>{address}</p>
                <div className="cluster">
                  {(["edit", "remove"] as const).map((kind) => (
                    <Button
                      key={kind}
                      variant="quiet"
                      aria-label={t(`auth.profile.addresses.${kind}_named`, { address })}
                      onClick={() => begin({ kind, entry: { id, address } })}
                    >
                      {t(`auth.profile.addresses.${kind}`)}
                    </Button>
                  ))}
                </div>
              </li>
            ))}
          </ul>
          <div className={`cluster ${form.actions}`}>{add}</div>
        </>
      )}
      {work === null ? null : work.kind === "remove" ? (
        <TaskDialog
          title={t("auth.profile.addresses.remove_title")}
          action={t("auth.profile.addresses.remove")}
          variant="danger"
          failureTitle={t("auth.profile.addresses.remove_failed")}
          onClose={cancel}
          onDo={async () => {
            await removeShippingAddress(work.entry.id).catch((error: unknown) => {
              alert(t("auth.profile.addresses.remove_failed"));
              throw error;
            });
            finish("removed");
          }}
        >
          <p>{work.entry.address}</p>
        </TaskDialog>
      ) : (
        <AddressDialog
          entry={work.entry}
          title={t(`auth.profile.addresses.${work.kind === "add" ? "add" : "edit_title"}`)}
          label={t("auth.fields.address")}
          action={t("common.save")}
          failureTitle={t("auth.profile.addresses.failed")}
          onClose={cancel}
          onSaved={() => finish("saved")}
          onFailed={() => alert(t("auth.profile.addresses.failed"))}
        />
      )}
    </>
  );
}
