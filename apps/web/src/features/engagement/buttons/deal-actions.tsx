import type { Deal } from '@izgodno/contract/deals/deal';
import { useQueryClient } from '@tanstack/react-query';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { useSessionWanted } from '#core/session/browser/wanted.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { withEngagement } from '../state/load-actions.ts';
import { useMark } from '../state/marks.ts';
import { DealEngagement } from '../state/lazy-deal-engagement.ts';
import { LikeButton } from './like-button.tsx';
import { ShareButton } from './share-button.tsx';
import styles from './deal-actions.module.css';

/** The actions of a deal: favourite, like, share, report. */
export const DealActions = ({ deal }: { deal: Deal }) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const sessionWanted = useSessionWanted();
  const { favorite, markedExpired } = useMark(deal.id);
  const keep = () => withEngagement(({ keepDeal }) => keepDeal(queries, deal.id, !favorite));
  const expire = () =>
    withEngagement(({ markDealExpired }) => markDealExpired(queries, deal.id, !markedExpired));
  const report = () => withEngagement(({ openReport }) => openReport(deal.id));
  return (
    <div className={styles['actions']}>
      <Button
        tone="secondary"
        aria-pressed={favorite}
        className={styles['toggle'] ?? ''}
        onClick={() => void keep()}
      >
        <Icon name="heart" size={18} />
        {t(favorite ? 'deal.isFavorite' : 'deal.addFavorite')}
      </Button>
      <LikeButton deal={deal} />
      <ShareButton dealId={deal.id} title={deal.title} />
      {(deal.status === 'active' || markedExpired) && (
        <Button
          tone="quiet"
          aria-pressed={markedExpired}
          data-judging
          className={styles['toggle'] ?? ''}
          onClick={() => void expire()}
        >
          <Icon name="clock" size={18} />
          {t(markedExpired ? 'deal.markedExpired' : 'deal.markExpired')}
        </Button>
      )}
      <Button tone="quiet" data-judging onClick={() => void report()}>
        <Icon name="flag" size={18} />
        {t('deal.report')}
      </Button>
      {sessionWanted && (
        <Eventually>
          <DealEngagement ids={[deal.id]} />
        </Eventually>
      )}
    </div>
  );
};
