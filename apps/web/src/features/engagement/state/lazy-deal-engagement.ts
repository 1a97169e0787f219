import { lazyComponent } from '#core/lazy-component.tsx';

/** Learns which of these deals the signed-in user has marked. */
export const DealEngagement = lazyComponent(
  [],
  async () => (await import('./deal-engagement.tsx')).DealEngagement,
);
