import type { QueryClient } from '@tanstack/react-query';
import { showFailure } from '#core/api/error-text.ts';
import { navigate } from '#core/router/location.ts';
import type { PendingAction } from '#core/session/pending-action.ts';
import { contactQuery } from '#features/deals/page/contact-query.ts';
import { withEngagement } from '#features/engagement/state/lazy-engagement.ts';
import { withSavedSearches } from '#features/saved-searches/lazy-saved-searches.ts';

/** Completes an action of any feature after sign-in. */
export const complete = async (queries: QueryClient, action: PendingAction): Promise<void> => {
  switch (action.kind) {
    case 'open-page':
      navigate(action.path);
      break;
    case 'keep-deal':
      await withEngagement(({ keepDeal }) => keepDeal(queries, action.dealId, true));
      break;
    case 'like-deal':
      await withEngagement(({ likeDeal }) => likeDeal(queries, action.dealId, true));
      break;
    case 'vote':
      await withEngagement(({ voteOnDeal }) => voteOnDeal(queries, action.dealId, action.value));
      break;
    case 'save-search':
      await withSavedSearches(({ saveAtOnce }) => saveAtOnce(queries, action));
      break;
    case 'mark-expired':
      await withEngagement(({ markDealExpired }) => markDealExpired(queries, action.dealId, true));
      break;
    case 'show-phone':
      await queries.fetchQuery(contactQuery(action.dealId)).catch(showFailure);
      break;
  }
};
