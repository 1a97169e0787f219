import { createStore } from '#shared/store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'success' | 'error';
  /** What can be done about it, such as taking it back. */
  readonly action?: ToastAction | undefined;
}

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** How long a message stays when nothing else is said, in milliseconds. */
const DEFAULT_DURATION_MS = 5_000;

export const toastStore = createStore<readonly Toast[]>([]);
let lastId = 0;

export const dismissToast = (id: number): void =>
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));

/**
 * Shows a message at the bottom right for `durationMs` (Infinity: until dismissed). Returns its id
 * for `dismissToast`. The same text is not shown twice at once.
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
