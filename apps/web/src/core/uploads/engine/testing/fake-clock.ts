import type { UploadClock } from '../ports.ts';

/** Runs all pending promises, including chained ones. */
const settle = async (): Promise<void> => {
  for (let tick = 0; tick < 20; tick += 1) await Promise.resolve();
};

/** A clock that advances only when a test says so. */
export interface FakeClock extends UploadClock {
  /** Runs due timers within `ms`, in order, and pending promises between them. */
  readonly pass: (ms: number) => Promise<void>;
  readonly settle: () => Promise<void>;
}

export const createFakeClock = (start = 1_000_000): FakeClock => {
  let time = start;
  let made = 0;
  const timers = new Map<number, { readonly due: number; readonly run: () => void }>();
  return {
    now: () => time,
    after: (ms, run) => {
      made += 1;
      const id = made;
      timers.set(id, { due: time + ms, run });
      return () => void timers.delete(id);
    },
    settle,
    pass: async (ms) => {
      const until = time + ms;
      await settle();
      for (;;) {
        const next = [...timers]
          .filter(([, { due }]) => due <= until)
          .toSorted(([one, a], [other, b]) => a.due - b.due || one - other)[0];
        if (next === undefined) break;
        const [id, { due, run }] = next;
        timers.delete(id);
        time = due;
        run();
        await settle();
      }
      time = until;
      await settle();
    },
  };
};
