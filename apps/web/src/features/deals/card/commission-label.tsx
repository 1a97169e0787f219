import { useLanguage } from '#core/language/language.ts';
import styles from './commission-label.module.css';

/** States that the site earns a commission, on every card and page of such a deal. */
export const CommissionLabel = () => {
  const { t } = useLanguage();
  return (
    <small className={styles['label']} title={t('deal.affiliateWhy')}>
      {t('deal.affiliate')}
    </small>
  );
};
