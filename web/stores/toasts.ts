import { create } from "zustand";

interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  text: string;
  tone: "info" | "danger";
  action: ToastAction | null;
  /** Set when the pressed button is gone from the page: the toast's action gets the focus. */
  takesFocus: boolean;
}

interface ToastState {
  toasts: readonly Toast[];
}

const mostAtOnce = 3;
let made = 0;

export const useToasts = create<ToastState>()(() => ({ toasts: [] }));

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
