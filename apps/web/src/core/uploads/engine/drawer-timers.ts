import type { Unsubscribe } from '#shared/store.ts';
import { stepDrawer, type Drawer, type DrawerEvent } from './drawer.ts';
import type { UploadClock } from './ports.ts';

export interface DrawerHolder {
  readonly get: () => Drawer;
  readonly set: (drawer: Drawer) => void;
  readonly clearCompleted: () => void;
}

export interface DrawerTimers {
  readonly tell: (event: DrawerEvent) => void;
  readonly stop: () => void;
}

/** Runs the timers that the drawer's machine requests. */
export const createDrawerTimers = (clock: UploadClock, holder: DrawerHolder): DrawerTimers => {
  let closing: Unsubscribe | null = null;
  let clearing: Unsubscribe | null = null;
  const stop = (): void => {
    closing?.();
    clearing?.();
  };

  const tell = (event: DrawerEvent): void => {
    // New uploads must not be cleared by the timer of earlier ones.
    if (event.kind === 'uploads-began') stop();
    const { drawer, effects } = stepDrawer(holder.get(), event);
    holder.set(drawer);
    for (const effect of effects) {
      switch (effect.kind) {
        case 'keep-open':
          closing?.();
          break;
        case 'auto-close-after':
          closing = clock.after(effect.ms, () => tell({ kind: 'auto-close-due' }));
          break;
        case 'clear-after':
          clearing?.();
          clearing = clock.after(effect.ms, holder.clearCompleted);
      }
    }
  };

  return { tell, stop };
};
