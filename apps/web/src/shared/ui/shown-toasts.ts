import { createStore } from '#shared/store.ts';
import { dismissToast, type Toast, toastStore } from './toast.ts';

/** A toast of the past. `at` is epoch milliseconds. */
export interface LoggedToast extends Pick<Toast, 'id' | 'text'> {
  readonly at: number;
}

const MAX_LOGGED = 50;
/** Default durations, in milliseconds. Who uses a keyboard must reach the action. */
const DURATION_MS = 5_000;
const ACTION_DURATION_MS = 10_000;
/** How long toasts stay after they were in use. */
const AFTER_USE_MS = 1_000;

/** What was shown since the page was opened or the user changed, latest first. */
export const toastLog = createStore<readonly LoggedToast[]>([]);

let lastShown = 0;

/** Dismisses a toast, but none while the pointer or the focus is in a toast. */
const dismissUnused = (id: number): void => {
  if (document.querySelector('[data-toasts]:is(:hover, :focus-within)') === null) dismissToast(id);
  else setTimeout(() => dismissUnused(id), AFTER_USE_MS);
};

const showNew = (): void => {
  const shown = toastStore.get().filter(({ id }) => id > lastShown);
  lastShown = shown.at(-1)?.id ?? lastShown;
  for (const { id, action, durationMs } of shown) {
    const lasting = durationMs ?? (action === undefined ? DURATION_MS : ACTION_DURATION_MS);
    if (Number.isFinite(lasting)) setTimeout(() => dismissUnused(id), lasting);
  }
  const entries = shown.map(({ id, text }) => ({ id, text, at: Date.now() })).toReversed();
  toastLog.set([...entries, ...toastLog.get()].slice(0, MAX_LOGGED));
};

// Loads with the region that shows the toasts, so that the time of one that came earlier begins
// only once it is visible.
showNew();
toastStore.subscribe(showNew);
