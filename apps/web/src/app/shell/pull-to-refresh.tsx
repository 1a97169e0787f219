import { useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { usePull } from './use-pull.ts';
import styles from './pull-to-refresh.module.css';

/** Reads the page's data again when a finger pulls the page down from its top. */
export const PullToRefresh = () => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const pull = usePull(() => queries.refetchQueries({ type: 'active' }));
  return (
    <output className={styles['notice']} data-pull={pull}>
      {pull !== 'none' && t(`bar.pull.${pull}`)}
    </output>
  );
};
