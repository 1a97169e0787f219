import { lazyComponent } from '#core/lazy-component.tsx';

/** Learns which of these deals the signed-in user has marked. */
export const DealMarks = lazyComponent(
  [],
  async () => (await import('./deal-marks.tsx')).DealMarks,
);
