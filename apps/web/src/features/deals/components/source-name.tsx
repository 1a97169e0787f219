import type { Deal } from '@izgodno/contract/deals/deal';
import { useLanguage } from '#core/language/language.ts';
import styles from './source-name.module.css';

/** Where a deal comes from; profit-sharing sources are said to be such. */
export const SourceName = ({ source }: { source: Deal['source'] }) => {
  const { t } = useLanguage();
  return (
    <span className={styles['source']}>
      {source.name}
      {source.group === 'other' && (
        <span className={styles['affiliate']} title={t('deal.affiliateWhy')}>
          {t('deal.affiliate')}
        </span>
      )}
    </span>
  );
};
