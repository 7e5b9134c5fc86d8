import { create } from "zustand";

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  text: string;
  tone: "info" | "danger";
  action: ToastAction | null;
  /** What was pressed is gone from the page, so the focus goes to the toast's action. */
  takesFocus: boolean;
}

interface ToastState {
  toasts: readonly Toast[];
}

const mostAtOnce = 3;
let made = 0;

export const useToasts = create<ToastState>()(() => ({ toasts: [] }));

/** Says something that needs no answer, beside the page and not in its way. @returns the id to dismiss it by. */
export function showToast(text: string, more: Partial<Pick<Toast, "tone" | "action" | "takesFocus">> = {}): number {
  made += 1;
  const toast: Toast = { id: made, text, tone: "info", action: null, takesFocus: false, ...more };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-mostAtOnce) }));
  return toast.id;
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
