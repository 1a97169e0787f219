import { createStore } from '#shared/store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'success' | 'error';
  /** An action for the user, such as undo. */
  readonly action?: ToastAction | undefined;
}

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** Default duration of a toast, in milliseconds. */
const DEFAULT_DURATION_MS = 5_000;

export const toastStore = createStore<readonly Toast[]>([]);
let lastId = 0;

export const dismissToast = (id: number): void =>
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));

/**
 * Shows a toast at the bottom right for `durationMs` (Infinity: until dismissed). Returns its id
 * for `dismissToast`. Does not show the same text twice at once.
 */
export const showToast = (
  text: string,
  tone: Toast['tone'] = 'info',
  durationMs: number = DEFAULT_DURATION_MS,
  action?: ToastAction,
): number => {
  const id = ++lastId;
  toastStore.set([
    ...toastStore.get().filter((toast) => toast.text !== text),
    { id, text, tone, action },
  ]);
  if (Number.isFinite(durationMs)) setTimeout(() => dismissToast(id), durationMs);
  return id;
};
