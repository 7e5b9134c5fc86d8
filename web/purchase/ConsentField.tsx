import { lazy, Suspense, useState } from "react";
import { Checkbox } from "../ui/Checkbox.tsx";

const ConsentDialog = lazy(() => import("./ConsentDialog.tsx"));

interface ConsentFieldProps {
  isTicked: boolean;
  onChange: (isTicked: boolean) => void;
  label: string;
  content: string;
}

/** Ticking opens the notice; only confirming it, scrolled to its end, ticks the box. */
export function ConsentField({ isTicked, onChange, label, content }: ConsentFieldProps) {
  // The open notice does not change, even if a newer text arrives.
  const [openNotice, setOpenNotice] = useState<string | null>(null);
  return (
    <>
      <Checkbox
        label={label}
        checked={isTicked}
        onChange={() => (isTicked ? onChange(false) : setOpenNotice(content))}
      />
      {openNotice === null ? null : (
        <Suspense>
          <ConsentDialog
            notice={openNotice}
            onClose={() => setOpenNotice(null)}
            onConfirm={() => {
              onChange(true);
              setOpenNotice(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
