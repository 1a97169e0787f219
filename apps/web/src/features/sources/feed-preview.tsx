import { priceText } from '#core/format/money.ts';
import { useLanguage } from '#core/language/language.ts';
import type { FeedPreview } from './calls.ts';
import { RejectedRowList } from './rejected-rows.tsx';
import { reasonText } from './texts.ts';
import styles from './sources.module.css';

/** The preview of the first rows of a feed. */
export const FeedPreviewReport = ({ found }: { found: FeedPreview }) => {
  const { t, code } = useLanguage();
  const reasons = Object.entries(found.rejectedReasons);
  return (
    <div className={styles['preview']}>
      <output className={styles['name']}>
        {t('sources.previewResult', { accepted: found.accepted, rows: found.rows })}
      </output>
      {found.deals.length > 0 && (
        <>
          <h3>{t('sources.previewDeals')}</h3>
          <ul className={styles['deals']}>
            {found.deals.map((deal) => (
              <li key={deal.externalId}>
                <span className={styles['name']}>{deal.title}</span>
                <span>{priceText(deal.price, code).euro}</span>
                {deal.originalPrice !== undefined && (
                  <s>{priceText(deal.originalPrice, code).euro}</s>
                )}
                <span className={styles['muted']}>
                  {t(`category.${deal.category}`)}
                  {deal.sourceCategory !== undefined && ` (${deal.sourceCategory})`}
                </span>
                <span className={styles['muted']}>{t(`condition.${deal.condition}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {reasons.length > 0 && (
        <>
          <h3>{t('sources.previewRejected')}</h3>
          <ul className={styles['reasons']}>
            {reasons.map(([reason, count]) => (
              <li key={reason}>
                {t(reasonText(reason))}: {count}
              </li>
            ))}
          </ul>
          <RejectedRowList rows={found.rejected} />
        </>
      )}
    </div>
  );
};
