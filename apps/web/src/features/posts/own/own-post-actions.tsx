import type { Deal } from '@izgodno/contract/deals/deal';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeDealStatus,
  deleteDeal,
  nextStatuses,
  restoreDeal,
} from '@izgodno/contract/posts/calls';
import { currentLanguage, useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { editHref } from '#core/deals/paths.ts';
import { api } from '#core/api/api.ts';
import { currentLocation } from '#core/router/location.ts';
import { showToast } from '#shared/ui/toast.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';
import { showFailure } from '#core/api/error-text.ts';
import { showChangedDeal } from './own-post-cache.ts';
import styles from './own-post-actions.module.css';

/** Runs an owner's action and shows the changed deal, or why the action failed. */
const act = async (queries: QueryClient, call: () => Promise<Deal>): Promise<Deal | null> => {
  try {
    const deal = await call();
    showChangedDeal(queries, deal);
    return deal;
  } catch (error) {
    await showFailure(error);
    // The action may have failed because the displayed state is outdated.
    void queries.invalidateQueries({ queryKey: dealKeys.list });
    return null;
  }
};

const setDealStatus = async (
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

const restoreOwnPost = async (queries: QueryClient, id: string): Promise<void> => {
  const call = async (): Promise<Deal> => (await api.call(restoreDeal, { params: { id } })).deal;
  if ((await act(queries, call)) !== null) {
    showToast(currentLanguage().t('posts.restored'), 'success');
  }
};

/** Deletes a post, and offers to undo it. Returns whether it was deleted. */
const deleteOwnPost = async (queries: QueryClient, id: string): Promise<boolean> => {
  const call = async (): Promise<Deal> => (await api.call(deleteDeal, { params: { id } })).deal;
  if ((await act(queries, call)) === null) return false;
  const { t } = currentLanguage();
  showToast(t('posts.deleted'), 'success', {
    action: { label: t('posts.undo'), run: () => void restoreOwnPost(queries, id) },
  });
  return true;
};

interface OwnPostActionsProps {
  readonly deal: Pick<Deal, 'id' | 'title' | 'status'>;
  /** Called unless the user has opened another page meanwhile. */
  readonly onDeleted?: () => void;
}

/** The owner's actions on a deal. */
export const OwnPostActions = ({ deal, onDeleted }: OwnPostActionsProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const { id, title, status } = deal;

  const run = async (action: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    await action();
    setIsBusy(false);
  };

  const remove = async (): Promise<void> => {
    const here = currentLocation();
    if ((await deleteOwnPost(queries, id)) && currentLocation() === here) onDeleted?.();
  };

  if (status === 'deleted') {
    return (
      <div className={styles['actions']}>
        <Button
          aria-label={t('posts.of', { action: t('posts.restore'), title })}
          disabled={isBusy}
          onClick={() => void run(() => restoreOwnPost(queries, id))}
        >
          {t('posts.restore')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['actions']}>
      <Link
        href={editHref(id)}
        className={buttonClass()}
        aria-label={t('posts.of', { action: t('posts.edit'), title })}
      >
        {t('posts.edit')}
      </Link>
      {nextStatuses[status].map((to) => (
        <Button
          key={to}
          aria-label={t('posts.of', { action: t(`posts.to.${to}`), title })}
          disabled={isBusy}
          onClick={() => void run(() => setDealStatus(queries, id, to))}
        >
          {t(`posts.to.${to}`)}
        </Button>
      ))}
      <Button
        tone="danger"
        aria-label={t('posts.of', { action: t('posts.delete'), title })}
        disabled={isBusy}
        onClick={() => void run(remove)}
      >
        {t('posts.delete')}
      </Button>
    </div>
  );
};
