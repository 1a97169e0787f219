import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { navigate } from '#core/router/location.ts';
import type { PendingAction } from '#core/session/pending-action.ts';
import { AccountLayer } from '#features/account/account-layer.tsx';
import { loadKeeping } from '#features/deals/load-keeping.ts';

/** What each feature completes once somebody has signed in for it. */
const complete = async (queries: QueryClient, action: PendingAction): Promise<void> => {
  switch (action.kind) {
    case 'open-page':
      navigate(action.path);
      break;
    case 'keep-deal':
      await (await loadKeeping()).keepDeal(queries, action.dealId, true);
      break;
    case 'like-deal':
      await (await loadKeeping()).likeDeal(queries, action.dealId, true);
      break;
  }
};

/** What the session says and does on every page. */
export const SessionLayer = () => {
  const queries = useQueryClient();
  return <AccountLayer onSignedIn={(action) => void complete(queries, action)} />;
};
