import { useRef } from "react";
import { useI18n } from "../i18n/translate.ts";
import { dismissToast, useToasts, type Toast as ToastFacts } from "../stores/toasts.ts";
import { Toast, ToastRegion } from "../ui/Toast.tsx";

/** A toast may be rendered again when a dialog closes, but takes the focus only once. */
const focused = new WeakSet<ToastFacts>();

/** A modal dialog needs its own, since the page behind it is inert. */
export default function Toasts({ isInline = false }: { isInline?: boolean }) {
  const { t } = useI18n();
  const toasts = useToasts((state) => state.toasts);
  const box = useRef<HTMLDivElement>(null);

  function gone(toast: ToastFacts, hadFocus: boolean) {
    const surroundings = box.current?.closest("dialog") ?? document.getElementById("main");
    dismissToast(toast.id);
    if (hadFocus)
      surroundings?.querySelector<HTMLElement>("h1, h2")?.focus({ preventScroll: true });
  }

  return (
    <div ref={box}>
      <ToastRegion isInline={isInline}>
        {toasts.map((toast) => (
          <Toast
            key={toast.id}
            tone={toast.tone}
            action={toast.action}
            takesFocus={toast.takesFocus && !focused.has(toast)}
            onFocusTaken={() => focused.add(toast)}
            closeLabel={t("common.close")}
            onGone={(hadFocus) => gone(toast, hadFocus)}
          >
            {toast.text}
          </Toast>
        ))}
      </ToastRegion>
    </div>
  );
}
