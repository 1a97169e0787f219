import type { Deal } from '@izgodno/contract/deals/deal';
import { useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { withKeeping } from '../load-keeping.ts';
import { useMark } from '../marks.ts';
import styles from './deal-actions.module.css';

/** Likes a deal. The number counts one's own like at once. */
export const LikeButton = ({ deal: { id, likes } }: { deal: Deal }) => {
  const { code, t } = useLanguage();
  const queries = useQueryClient();
  const { liked } = useMark(id);
  return (
    <Button
      tone="secondary"
      aria-pressed={liked}
      className={styles['toggle'] ?? ''}
      onClick={() => void withKeeping(({ likeDeal }) => likeDeal(queries, id, !liked))}
    >
      <Icon name="thumb" size={18} />
      {t('deal.like')}
      <span className={styles['count']}>{likes.toLocaleString(code)}</span>
    </Button>
  );
};
