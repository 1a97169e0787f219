import { createStore } from '#shared/store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'success' | 'error';
  readonly durationMs?: number | undefined;
  /** An action for the user, such as undo. */
  readonly action?: ToastAction | undefined;
  /** A later toast of the same group replaces this one. */
  readonly group?: string | undefined;
}

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** More toasts at once would hide the page; the oldest leave first. */
const MAX_SHOWN = 3;

export const toastStore = createStore<readonly Toast[]>([]);
let lastId = 0;

export const dismissToast = (id: number | null): void =>
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));

/**
 * Shows a toast at the bottom right for `durationMs` (Infinity: until dismissed; absent: longer if it
 * has an action), and as long as it is in use. Returns its id for `dismissToast`. Does not show the
 * same text or group twice at once.
 */
export const showToast = (
  text: string,
  tone: Toast['tone'] = 'info',
  durationMs?: number,
  action?: ToastAction,
  group?: string,
): number => {
  const id = ++lastId;
  const others = toastStore
    .get()
    .filter((toast) => toast.text !== text && (group === undefined || toast.group !== group));
  toastStore.set([...others, { id, text, tone, durationMs, action, group }].slice(-MAX_SHOWN));
  return id;
};
