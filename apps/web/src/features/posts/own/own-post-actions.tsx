import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { deleteOwnPost, restoreOwnPost, setDealStatus } from './own-posts.ts';
import { editHref } from '#core/deals/paths.ts';
import styles from './own-deal-actions.module.css';

/** The actions that an owner may take by status; the server has the same rule. */
const next = {
  active: ['sold', 'expired'],
  sold: ['active'],
  expired: ['active', 'sold'],
  deleted: [],
} as const satisfies Record<DealStatus, readonly DealStatus[]>;

interface OwnPostActionsProps {
  readonly deal: Pick<Deal, 'id' | 'title' | 'status'>;
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
    if (await deleteOwnPost(queries, id)) onDeleted?.();
  };

  if (status === 'deleted') {
    return (
      <div className={styles['actions']}>
        <Button
          aria-label={t('posts.of', { action: t('posts.restore'), title })}
          aria-disabled={isBusy}
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
      {next[status].map((to) => (
        <Button
          key={to}
          aria-label={t('posts.of', { action: t(`posts.to.${to}`), title })}
          aria-disabled={isBusy}
          onClick={() => void run(() => setDealStatus(queries, id, to))}
        >
          {t(`posts.to.${to}`)}
        </Button>
      ))}
      <Button
        tone="danger"
        aria-label={t('posts.of', { action: t('posts.delete'), title })}
        aria-disabled={isBusy}
        onClick={() => void run(remove)}
      >
        {t('posts.delete')}
      </Button>
    </div>
  );
};
