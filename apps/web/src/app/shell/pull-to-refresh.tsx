import { useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { usePull } from './use-pull.ts';
import styles from './pull-to-refresh.module.css';

interface PullToRefreshProps {
  /** The touch for which this was loaded, which may be the begin of a pull. */
  readonly firstTouch: TouchEvent;
}

/** Reads the page's data again when a finger pulls the page down from its top. */
export const PullToRefresh = ({ firstTouch }: PullToRefreshProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const pull = usePull(firstTouch, () => queries.refetchQueries({ type: 'active' }));
  return (
    <output className={styles['notice']} data-pull={pull}>
      {pull !== 'none' && t(`bar.pull.${pull}`)}
    </output>
  );
};
