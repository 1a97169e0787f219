import type { Unsubscribe } from '#shared/store.ts';
import { uploadTimings } from './timings.ts';
import { closedDrawer, type Drawer } from './engine-state.ts';
import type { UploadClock } from './ports.ts';

export type DrawerEvent =
  | { readonly kind: 'uploads-began' }
  /** Whether any upload is active or waits, and whether any is completed. */
  | { readonly kind: 'uploads-changed'; readonly active: boolean; readonly completed: boolean }
  | { readonly kind: 'auto-close-due' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'minimised' }
  | { readonly kind: 'closed' };

type DrawerEffect =
  | { readonly kind: 'auto-close-after'; readonly ms: number }
  | { readonly kind: 'keep-open' }
  /** Removes completed uploads from the list after `ms`. */
  | { readonly kind: 'clear-after'; readonly ms: number };

export interface DrawerStep {
  readonly drawer: Drawer;
  readonly effects: readonly DrawerEffect[];
}

const step = (drawer: Drawer, ...effects: readonly DrawerEffect[]): DrawerStep => ({
  drawer,
  effects,
});

/**
 * Opens when uploads start, closes automatically when they are done, and clears completed ones
 * (section 4).
 */
export const stepDrawer = (drawer: Drawer, event: DrawerEvent): DrawerStep => {
  switch (event.kind) {
    case 'uploads-began':
      // Also opens a drawer that the user minimised or closed, because section 4 makes no
      // exception.
      return step({ form: 'expanded', closing: false }, { kind: 'keep-open' });
    case 'uploads-changed': {
      const over = !event.active && event.completed;
      if (over && !drawer.closing && drawer.form !== 'closed') {
        return step(
          { ...drawer, closing: true },
          { kind: 'auto-close-after', ms: uploadTimings.autoCloseMs },
        );
      }
      if (!over && drawer.closing)
        return step({ ...drawer, closing: false }, { kind: 'keep-open' });
      return step(drawer);
    }
    case 'auto-close-due':
      return step(closedDrawer, {
        kind: 'clear-after',
        ms: uploadTimings.clearAfterAutoCloseMs,
      });
    case 'opened':
      return step({ form: 'expanded', closing: false }, { kind: 'keep-open' });
    case 'minimised':
      return step({ ...drawer, form: 'minimised' });
    case 'closed':
      return step(
        closedDrawer,
        { kind: 'keep-open' },
        { kind: 'clear-after', ms: uploadTimings.clearAfterCloseMs },
      );
  }
};

interface DrawerHolder {
  readonly get: () => Drawer;
  readonly set: (drawer: Drawer) => void;
  readonly clearCompleted: () => void;
}

/** Runs the timers that the drawer's machine requests. */
export class DrawerTimers {
  readonly #clock: UploadClock;
  readonly #holder: DrawerHolder;
  #closing: Unsubscribe | null = null;
  #clearing: Unsubscribe | null = null;

  constructor(clock: UploadClock, holder: DrawerHolder) {
    this.#clock = clock;
    this.#holder = holder;
  }

  dispatch(event: DrawerEvent): void {
    // New uploads must not be cleared by the timer of earlier ones.
    if (event.kind === 'uploads-began') this.stop();
    const { drawer, effects } = stepDrawer(this.#holder.get(), event);
    this.#holder.set(drawer);
    for (const effect of effects) {
      switch (effect.kind) {
        case 'keep-open':
          this.#closing?.();
          break;
        case 'auto-close-after':
          this.#closing = this.#clock.after(effect.ms, () =>
            this.dispatch({ kind: 'auto-close-due' }),
          );
          break;
        case 'clear-after':
          this.#clearing?.();
          this.#clearing = this.#clock.after(effect.ms, this.#holder.clearCompleted);
      }
    }
  }

  stop(): void {
    this.#closing?.();
    this.#clearing?.();
  }
}
