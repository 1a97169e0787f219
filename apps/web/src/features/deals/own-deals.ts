import type { Deal } from '@izgodno/contract/deals/deal';
import { changeDealStatus, deleteDeal, restoreDeal } from '@izgodno/contract/posts/calls';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { currentLanguage } from '#core/language/language.ts';
import { showToast } from '#shared/ui/toast.ts';
import { dealKeys } from './deal-cache.ts';
import { showChangedDeal } from './own-deal-cache.ts';

/** How long a deletion can be taken back at a touch, in milliseconds. */
const UNDO_MS = 10_000;

/** Does something with a deal at the server and shows what became of it, or why nothing did. */
const act = async (queries: QueryClient, call: () => Promise<Deal>): Promise<Deal | null> => {
  try {
    const deal = await call();
    showChangedDeal(queries, deal);
    return deal;
  } catch (error) {
    showToast(currentLanguage().t(actionErrorText(error)), 'error');
    // What is shown may be why it failed.
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

export const restoreOwnDeal = async (queries: QueryClient, id: string): Promise<void> => {
  const call = async (): Promise<Deal> => (await api.call(restoreDeal, { params: { id } })).deal;
  if ((await act(queries, call)) !== null) {
    showToast(currentLanguage().t('posts.restored'), 'success');
  }
};

/** Takes a deal away, and offers to bring it back. Answers whether it is gone. */
export const deleteOwnDeal = async (queries: QueryClient, id: string): Promise<boolean> => {
  const call = async (): Promise<Deal> => (await api.call(deleteDeal, { params: { id } })).deal;
  if ((await act(queries, call)) === null) return false;
  const { t } = currentLanguage();
  showToast(t('posts.deleted'), 'success', UNDO_MS, {
    label: t('posts.undo'),
    run: () => void restoreOwnDeal(queries, id),
  });
  return true;
};
