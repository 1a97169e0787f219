import type { Deal } from '@izgodno/contract/deals/deal';
import { changeDealStatus, deleteDeal, restoreDeal } from '@izgodno/contract/posts/calls';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { currentLanguage } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';
import { showChangedDeal } from './own-post-cache.ts';

/** How long a deletion can be undone by the toast, in milliseconds. */
const UNDO_MS = 10_000;

/** Runs an owner's action and shows the changed deal, or why the action failed. */
const act = async (queries: QueryClient, call: () => Promise<Deal>): Promise<Deal | null> => {
  try {
    const deal = await call();
    showChangedDeal(queries, deal);
    return deal;
  } catch (error) {
    showToast(currentLanguage().t(actionErrorText(error)), 'error');
    // The action may have failed because the displayed state is outdated.
    void queries.invalidateQueries({ queryKey: dealKeys.list });
    return null;
  }
};

export const setDealStatus = async (
  queries: QueryClient,
  id: string,
  status: 'active' | 'sold' | 'expired',
): Promise<void> => {
  const call = async (): Promise<Deal> =>
    (await api.call(changeDealStatus, { params: { id }, body: { status } })).deal;
  if ((await act(queries, call)) !== null) {
    showToast(currentLanguage().t(`posts.done.${status}`), 'success');
  }
};

export const restoreOwnPost = async (queries: QueryClient, id: string): Promise<void> => {
  const call = async (): Promise<Deal> => (await api.call(restoreDeal, { params: { id } })).deal;
  if ((await act(queries, call)) !== null) {
    showToast(currentLanguage().t('posts.restored'), 'success');
  }
};

/** Deletes a post, and offers to undo it. Returns whether it was deleted. */
export const deleteOwnPost = async (queries: QueryClient, id: string): Promise<boolean> => {
  const call = async (): Promise<Deal> => (await api.call(deleteDeal, { params: { id } })).deal;
  if ((await act(queries, call)) === null) return false;
  const { t } = currentLanguage();
  showToast(t('posts.deleted'), 'success', UNDO_MS, {
    label: t('posts.undo'),
    run: () => void restoreOwnPost(queries, id),
  });
  return true;
};
