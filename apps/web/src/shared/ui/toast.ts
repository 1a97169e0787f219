import { createStore } from '#shared/store.ts';

interface ToastOptions {
  /** Infinity: until dismissed; absent: longer if it has an action. */
  readonly durationMs?: number;
  /** An action for the user, such as undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** A later toast of the same group replaces this one. */
  readonly group?: string;
}

export interface Toast extends ToastOptions {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'success' | 'error';
}

/** More toasts at once would hide the page; the oldest leave first. */
const MAX_SHOWN = 3;

export const toastStore = createStore<readonly Toast[]>([]);
let lastId = 0;

export const dismissToast = (id: number | null): void =>
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));

/**
 * Shows a toast at the bottom right for its time, and as long as it is in use. Returns its id for
 * `dismissToast`. Does not show the same text or group twice at once.
 */
export const showToast = (
  text: string,
  tone: Toast['tone'] = 'info',
  options: ToastOptions = {},
): number => {
  const id = ++lastId;
  const { group } = options;
  const others = toastStore
    .get()
    .filter((toast) => toast.text !== text && (group === undefined || toast.group !== group));
  toastStore.set([...others, { ...options, id, text, tone }].slice(-MAX_SHOWN));
  return id;
};
