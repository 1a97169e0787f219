import type { Deal } from '@izgodno/contract/deals/deal';
import { useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { IconDrawing } from '#shared/ui/icon.tsx';
import { withEngagement } from '../state/load-actions.ts';
import { useMark } from '../state/marks.ts';
import styles from './deal-actions.module.css';

const THUMB =
  'M7.5 20H5a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h2.5zM7.5 11l3.7-7a2 2 0 0 1 2 2.3L12.7 9.5H18a2 2 0 0 1 2 2.4l-1.3 6.5a2 2 0 0 1-2 1.6H7.5';

/** Likes a deal. The number includes the user's own like at once. */
export const LikeButton = ({ deal: { id, likes } }: { deal: Deal }) => {
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
      <span className={styles['count']}>{likes.toLocaleString(code)}</span>
    </Button>
  );
};
