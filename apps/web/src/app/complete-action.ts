import type { QueryClient } from '@tanstack/react-query';
import { showFailure } from '#core/api/error-text.ts';
import { lazyActions } from '#core/lazy-actions.ts';
import { navigate } from '#core/router/location.ts';
import { pendingAction, takePendingAction } from '#core/session/browser/pending.ts';
import { contactQuery } from '#features/deals/page/contact-query.ts';
import { withEngagement } from '#features/engagement/state/lazy-engagement.ts';
import { withSavedSearches } from '#features/saved-searches/lazy-saved-searches.ts';

const withComments = lazyActions(() => import('#features/chat/comments/calls.ts'));

/** Acts once the code has loaded, unless the stored action was taken meanwhile. */
const once =
  <Code>(act: (code: Code) => Promise<void>) =>
  async (code: Code): Promise<void> => {
    if (takePendingAction() !== null) await act(code);
  };

/** Completes the stored action of any feature after sign-in. */
export const complete = async (queries: QueryClient): Promise<void> => {
  const action = pendingAction();
  switch (action?.kind) {
    case undefined:
      break;
    case 'open-page':
      takePendingAction();
      navigate(action.path);
      break;
    case 'keep-deal':
      await withEngagement(once(({ keepDeal }) => keepDeal(queries, action.dealId, true)));
      break;
    case 'like-deal':
      await withEngagement(once(({ likeDeal }) => likeDeal(queries, action.dealId, true)));
      break;
    case 'vote':
      await withEngagement(
        once(({ voteOnDeal }) => voteOnDeal(queries, action.dealId, action.value)),
      );
      break;
    case 'save-search':
      await withSavedSearches(once(({ saveAtOnce }) => saveAtOnce(queries, action)));
      break;
    case 'mark-expired':
      await withEngagement(
        once(({ markDealExpired }) => markDealExpired(queries, action.dealId, true)),
      );
      break;
    case 'react':
      await withComments(
        once(async ({ reactToComment }) => {
          navigate(action.path);
          const given = { emoji: action.emoji, given: true };
          await reactToComment(queries, action.dealId, action.commentId, given).catch(showFailure);
        }),
      );
      break;
    case 'show-phone':
      takePendingAction();
      await queries.fetchQuery(contactQuery(action.dealId)).catch(showFailure);
      break;
  }
};
