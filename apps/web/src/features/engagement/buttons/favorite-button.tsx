import type { Deal } from '@izgodno/contract/deals/deal';
import { useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { withEngagement } from '../state/lazy-engagement.ts';
import { useMark } from '../state/marks.ts';
import styles from './favorite-button.module.css';

/** Adds a deal to the favourites or removes it. */
export const FavoriteButton = ({ deal: { id, title } }: { deal: Deal }) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const { favorite } = useMark(id);
  return (
    <IconButton
      label={t('deal.favorite', { title })}
      aria-pressed={favorite}
      className={styles['favorite']}
      onClick={() => void withEngagement(({ keepDeal }) => keepDeal(queries, id, !favorite))}
    >
      <Icon name="heart" />
    </IconButton>
  );
};
