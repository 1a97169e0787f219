import { lazyActions } from '#core/lazy-actions.ts';
import { loadArea } from '#core/language/language.ts';
import { lazyComponent } from '#core/lazy-component.tsx';

/** Loads the code for favourites, likes and reports on first use, and runs the action. */
export const withEngagement = lazyActions(async () => {
  const [{ keepDeal, likeDeal, markDealExpired, openReport, voteOnDeal }] = await Promise.all([
    import('./actions.ts'),
    loadArea('engagement'),
  ]);
  return { keepDeal, likeDeal, markDealExpired, openReport, voteOnDeal };
});

/** Learns which of these deals the signed-in user has marked. */
export const DealEngagement = lazyComponent(
  [],
  async () => (await import('./deal-engagement.tsx')).DealEngagement,
);
