import type { Deal } from '@izgodno/contract/deals/deal';
import { useQueryClient } from '@tanstack/react-query';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { useSessionWanted } from '#core/session/browser/wanted.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon, IconDrawing } from '#shared/ui/icon.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { dealHref } from '#core/deals/paths.ts';
import { numberText } from '#core/format/number-format.ts';
import { withEngagement, DealEngagement } from '../state/lazy-engagement.ts';
import { useMark } from '../state/marks.ts';
import { VoteButtons } from './vote-buttons.tsx';
import styles from './deal-actions.module.css';

const SHARE = 'M12 4v11M8 7.5 12 3.8l4 3.7M6 11.5v7a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-7';

interface ShareButtonProps {
  readonly dealId: string;
  readonly title: string;
}

/** Opens the device's share dialog; without one, copies the link. */
const ShareButton = ({ dealId, title }: ShareButtonProps) => {
  const { t } = useLanguage();
  const share = async () => {
    const url = new URL(dealHref(dealId), location.href).href;
    if (typeof navigator.share === 'function') {
      // The user closed the dialog.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      showToast(t('deal.linkCopied'), 'success');
    } catch {
      showToast(t('deal.linkNotCopied', { url }), 'error');
    }
  };
  return (
    <Button tone="secondary" onClick={() => void share()}>
      <IconDrawing path={SHARE} size={18} />
      {t('deal.share')}
    </Button>
  );
};

const THUMB =
  'M7.5 20H5a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h2.5zM7.5 11l3.7-7a2 2 0 0 1 2 2.3L12.7 9.5H18a2 2 0 0 1 2 2.4l-1.3 6.5a2 2 0 0 1-2 1.6H7.5';

/** Likes a deal. The number includes the user's own like at once. */
const LikeButton = ({ deal: { id, likes } }: { deal: Deal }) => {
  const { code, t } = useLanguage();
  const queries = useQueryClient();
  const { liked } = useMark(id);
  return (
    <Button
      tone="secondary"
      aria-pressed={liked}
      className={styles['toggle'] ?? ''}
      onClick={() => void withEngagement(({ likeDeal }) => likeDeal(queries, id, !liked))}
    >
      <IconDrawing path={THUMB} size={18} />
      {t('deal.like')}
      <span className={styles['count']}>{numberText(likes, code)}</span>
    </Button>
  );
};

/** The actions of a deal: vote, favourite, like, share, report. */
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
      <VoteButtons deal={deal} />
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
