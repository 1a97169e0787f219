import { currentLanguage, loadArea } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';
import { lazyComponent } from '#core/lazy-component.tsx';

const load = async () => {
  const [{ keepDeal, likeDeal, markDealExpired, openReport, voteOnDeal }] = await Promise.all([
    import('./actions.ts'),
    loadArea('engagement'),
  ]);
  return { keepDeal, likeDeal, markDealExpired, openReport, voteOnDeal };
};

type EngagementActions = Awaited<ReturnType<typeof load>>;

/** Loads the code for favourites, likes and reports on first use, and runs the action. */
export const withEngagement = async (
  act: (keeping: EngagementActions) => Promise<void> | void,
): Promise<void> => {
  let keeping: EngagementActions;
  try {
    keeping = await load();
  } catch {
    showToast(currentLanguage().t('error.networkForAction'), 'error');
    return;
  }
  await act(keeping);
};

/** Learns which of these deals the signed-in user has marked. */
export const DealEngagement = lazyComponent(
  [],
  async () => (await import('./deal-engagement.tsx')).DealEngagement,
);
