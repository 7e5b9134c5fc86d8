import { useRef } from "react";
import { useI18n } from "../i18n/translate.ts";
import { dismissToast, useToasts, type Toast as ToastFacts } from "../stores/toasts.ts";
import { Toast, ToastRegion } from "../ui/Toast.tsx";

/** Each toast takes the focus once, though it may be drawn again when a dialog closes over it. */
const focused = new WeakSet<ToastFacts>();

/** The page has one of these; a modal dialog that shows toasts has its own, since the page behind it is inert. */
export default function Toasts({ isInline = false }: { isInline?: boolean }) {
  const { t } = useI18n();
  const toasts = useToasts((state) => state.toasts);
  const box = useRef<HTMLDivElement>(null);

  function gone(toast: ToastFacts, hadFocus: boolean) {
    const surroundings = box.current?.closest("dialog") ?? document.getElementById("main");
    dismissToast(toast.id);
    if (hadFocus) surroundings?.querySelector<HTMLElement>("h1, h2")?.focus({ preventScroll: true });
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
