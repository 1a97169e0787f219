import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { similarDealsQuery } from './calls.ts';
import { DealCompanions } from '../card/deal-companions.tsx';
import { DealGrid } from '../card/deal-grid.tsx';
import styles from './similar-deals.module.css';

/** Similar deals. Renders nothing if there are none or they cannot be loaded. */
export const SimilarDeals = ({ dealId }: { dealId: string }) => {
  const { t } = useLanguage();
  const deals = useQuery(similarDealsQuery(dealId)).data ?? [];
  return (
    <>
      <DealCompanions ids={[dealId, ...deals.map(({ id }) => id)]} />
      {deals.length > 0 && (
        <section className={styles['similar']} aria-labelledby="similar-deals">
          <h2 id="similar-deals">{t('deal.similar')}</h2>
          <DealGrid deals={deals} view="grid" label={t('deal.similar')} areResults={false} />
        </section>
      )}
    </>
  );
};
