import { create } from "zustand";

export interface Toast {
  id: number;
  text: string;
  tone: "info" | "danger";
  action: { label: string; run: () => void } | null;
  /** Set when the pressed button is gone from the page: the toast's action gets the focus. */
  takesFocus: boolean;
}

const mostAtOnce = 3;
let made = 0;

export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }));

/** @returns the id to dismiss it by. */
export function showToast(
  text: string,
  more: Partial<Pick<Toast, "tone" | "action" | "takesFocus">> = {},
): number {
  made += 1;
  const toast: Toast = { id: made, text, tone: "info", action: null, takesFocus: false, ...more };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-mostAtOnce) }));
  return toast.id;
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
