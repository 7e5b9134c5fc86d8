import { t } from "../i18n/translate.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { FailureNotice } from "./FailureNotice.tsx";

type Read = { data?: unknown; error?: unknown; mutate: () => Promise<unknown> };

export function Loading({ of: { data, error, mutate }, lines }: { of: Read; lines: number }) {
  if (data !== undefined) return null;
  return error === undefined ? (
    <Skeleton lines={lines} label={t("common.loading")} />
  ) : (
    <FailureNotice error={error} retry={() => void mutate()} />
  );
}
